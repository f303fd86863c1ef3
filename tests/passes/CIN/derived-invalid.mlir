// A forall at what others tell, and accesses that name the levels' variables.
// RUN: encke-opt --split-input-file --verify-diagnostics %s

func.func @f(%n: index) {
  cin.forall %l in %n {
    // expected-error @+1 {{the map must yield one number of 1 index variables and 0 numbers}}
    cin.forall %i in %n at affine_map<(d0, d1) -> (d0 + d1)>(%l) {
    }
  }
  return
}

// -----

func.func @f(%n: index) {
  cin.forall %l in %n {
    // expected-error @+1 {{at what is given needs a map, and operands}}
    "cin.forall"(%n, %l) ({
    ^bb0(%i: index):
    }) {operandSegmentSizes = array<i32: 1, 0, 1>} : (index, index) -> ()
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{is at what index variables of cin.foralls around it tell, and of no others}}
  cin.forall %i in %n at affine_map<(d0) -> (d0)>(%n) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{the map must yield one number, of index variables at least}}
  cin.forall %i in %n at affine_map<()[s0] -> (s0)>()[%n] {
  }
  return
}

// -----

func.func @f(%y: tensor<?xf64>, %n: index, %x: f64) {
  %r = cin.kernel ins() outs(%c = %y : tensor<?xf64>) {
    cin.forall %l in %n {
      %two = arith.addi %l, %l : index
      // expected-error @+1 {{takes numbers from outside of the kernel}}
      cin.forall %i in %n at affine_map<(d0)[s0] -> (d0 + s0)>(%l)[%two] {
        cin.assign %c[%i] += %x : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return
}

// -----

func.func @f(%n: index) {
  cin.forall %l in %n {
    // expected-error @+1 {{visits one coordinate: it can neither be within a block nor have marks}}
    cin.forall %i in %n at affine_map<(d0) -> (d0 + 1)>(%l) vector(4) {
    }
  }
  return
}

// -----

func.func @f(%A: tensor<?x?xf64>, %y: tensor<?xf64>, %n: index) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        // expected-error @+1 {{names the levels of a tensor that has none}}
        %0 = cin.access %a[%i, %j] levels(%i, %j) : !cin.place<tensor<?x?xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return
}

// -----

#ELL = #ta.format<"D0 D# S1", 32>

func.func @f(%A: tensor<?x?xf64, #ELL>, %y: tensor<?xf64>, %n: index) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #ELL>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %l in %n {
        cin.forall %j in %n {
          // expected-error @+1 {{names 3 levels, but}}
          %0 = cin.access %a[%i, %j] levels(%i, %l, %j) : !cin.place<tensor<?x?xf64, #ELL>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return
}

// -----

#Skew = #ta.format<"D(d0+d1) C1", 32>

func.func @f(%A: tensor<?x?xf64, #Skew>, %y: tensor<?xf64>, %n: index) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Skew>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %l in %n {
      cin.forall %k in %n {
        cin.forall %j in %n {
          cin.forall %i in %n at affine_map<(d0, d1) -> (d0 - d1)>(%l, %k) {
            // expected-error @+1 {{level 1 has the coordinates of index 1: they need one variable}}
            %0 = cin.access %a[%i, %j] levels(%l, %k) : !cin.place<tensor<?x?xf64, #Skew>>
            cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
          }
        }
      }
    }
  } -> tensor<?xf64>
  return
}

// -----

#Skew = #ta.format<"D(d0+d1) C1", 32>

func.func @f(%A: tensor<?x?xf64, #Skew>, %y: tensor<?xf64>, %n: index) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Skew>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %l in %n {
      cin.forall %j in %n {
        cin.forall %i in %n at affine_map<(d0, d1) -> (d0 + d1)>(%l, %j) {
          // expected-error @+1 {{index 0 must be what its levels tell, by affine_map<(d0, d1) -> (d0 - d1)>}}
          %0 = cin.access %a[%i, %j] levels(%l, %j) : !cin.place<tensor<?x?xf64, #Skew>>
          cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
        }
      }
    }
  } -> tensor<?xf64>
  return
}

// -----

#Slots = #ta.format<"D(enumerate([d0],d1)) D0 S1", 32>

func.func @f(%A: tensor<?x?xf64, #Slots>, %y: tensor<?xf64>, %n: index) {
  %r = cin.kernel ins(%a = %A : tensor<?x?xf64, #Slots>) outs(%c = %y : tensor<?xf64>) {
    cin.forall %i in %n {
      cin.forall %j in %n {
        // expected-error @+1 {{the variables of levels must be index variables of cin.foralls around it}}
        %0 = cin.access %a[%i, %j] levels(%n, %i, %j) : !cin.place<tensor<?x?xf64, #Slots>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<?xf64>>
      }
    }
  } -> tensor<?xf64>
  return
}

// -----

func.func @f(%n: index) {
  cin.forall %l in %n {
    // expected-error @+1 {{multiplies and divides by constants only}}
    cin.forall %i in %n at affine_map<(d0)[s0] -> (d0 floordiv s0)>(%l)[%n] {
    }
  }
  return
}
