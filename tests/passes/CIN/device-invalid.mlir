// A device kernel that no device could run.
// RUN: encke-opt --split-input-file --verify-diagnostics %s

func.func @serial(%x: tensor<?xf64>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // expected-error@below {{cannot run on a device: its outermost loop is not parallel}}
  %r = cin.kernel device ins(%a = %x : tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

func.func @sum(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  // expected-error@below {{cannot run on a device: the iterations of its outermost loop add to the same elements}}
  %r = cin.kernel device ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      cin.forall %j in %m {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%j] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#V = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>

func.func @merge(%x: tensor<?xf64, #V>, %z: tensor<?xf64, #V>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // expected-error@below {{cannot run on a device: its outermost loop merges sparse tensors}}
  %r = cin.kernel device ins(%a = %x : tensor<?xf64, #V>, %b = %z : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      %1 = cin.access %b[%i] : !cin.place<tensor<?xf64, #V>>
      %2 = arith.mulf %0, %1 : f64
      cin.assign %c[%i] += %2 : !cin.place<tensor<?xf64>>
    }
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// -----

#V = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>

func.func @sparse(%x: tensor<?xf64, #V>, %y: tensor<?xf64, #V>, %n: index) -> tensor<?xf64, #V> {
  // expected-error@below {{cannot run on a device: its result is sparse}}
  %r = cin.kernel device ins(%a = %x : tensor<?xf64, #V>) outs(%c = %y : tensor<?xf64, #V>) {
    cin.forall %i in %n parallel {
      %0 = cin.access %a[%i] : !cin.place<tensor<?xf64, #V>>
      cin.assign %c[%i] = %0 : !cin.place<tensor<?xf64, #V>>
    }
  } -> tensor<?xf64, #V>
  return %r : tensor<?xf64, #V>
}

// -----

#V = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>

func.func @workspace(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %n: index, %m: index) -> tensor<?x?xf64> {
  // expected-error@below {{cannot run on a device: a workspace would be needed for each thread}}
  %r = cin.kernel device ins(%a = %x : tensor<?x?xf64>) outs(%c = %y : tensor<?x?xf64>) {
    cin.forall %i in %n parallel {
      cin.where %w : !cin.place<tensor<?xf64>> sizes(%m) {
        cin.forall %j in %m {
          %0 = cin.access %w[%j] : !cin.place<tensor<?xf64>>
          cin.assign %c[%i, %j] = %0 : !cin.place<tensor<?x?xf64>>
        }
      } producer {
        cin.forall %j in %m {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<?x?xf64>>
          cin.assign %w[%j] = %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
