// Clauses that cannot be had.
// RUN: encke-opt --cin-apply-schedule --split-input-file --verify-diagnostics %s

#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @dense(%A: tensor<?xf64>, %n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@below {{'assemble(bound)': the result is dense}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<assemble(bound)>} {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @merge(%A: tensor<?xf64>, %n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@below {{'search(i, gallop)': the loop goes along one sparse tensor at most}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<search(i, gallop)>} {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

// A sum visits what either stores.
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @sum(%A: tensor<?xf64, #V>, %B: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  %C = tensor.empty(%n) : tensor<?xf64, #V>
  // expected-error@below {{'search(i, lookup)': nothing can be looked up along the loop}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64, #V>, %b = %B : tensor<?xf64, #V>) outs(%c = %C : tensor<?xf64, #V>) attributes {encke.schedule = #cin.schedule<search(i, lookup)>} {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.addf %0, %1 : f64
      cin.assign %c[%i] = %2 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

func.func @vectors(%A: tensor<?xi1>, %n: index, %C: tensor<?xi1>) -> tensor<?xi1> {
  // expected-error@below {{'vectorize(i, 4)': no vectors, for truth values and complex numbers have no vectors}}
  %r = cin.kernel ins(%a = %A : tensor<?xi1>) outs(%c = %C : tensor<?xi1>) attributes {encke.schedule = #cin.schedule<vectorize(i, 4)>} {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xi1>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xi1>>
    }
  } -> tensor<?xi1>
  return %r : tensor<?xi1>
}

// -----

func.func @question(%A: tensor<?xf64>, %n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@below {{'when' is a branch in a stage, not a clause}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<when(i)>} {
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @unknown(%A: tensor<?xf64>, %n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@below {{unknown clause 'ordre'}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<ordre(i)>} {
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @arguments(%A: tensor<?xf64>, %n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@below {{'search' is written as 'search(j, gallop)'}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<search(i)>} {
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @place(%A: tensor<?xf64>, %n: index, %C: tensor<?xf64>) -> tensor<?xf64> {
  // expected-error@below {{expected a place: 'file:line:column'}}
  %r = cin.kernel ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {encke.schedule = #cin.schedule<serial at "here">} {
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
