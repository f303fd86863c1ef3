// A kernel with marks, workspaces or several statements was written by someone
// who decided: it stays as it is.
// RUN: encke-opt --cin-schedule=parallel %s > %t.scheduled
// RUN: encke-opt %s > %t.written
// RUN: diff %t.written %t.scheduled

#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>

func.func @marked(%x: tensor<4x4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4x4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.forall %j in %n {
      cin.forall %i in %n vector(2) {
        %0 = cin.access %a[%j, %i] : !cin.place<tensor<4x4xf64>>
        cin.assign %c[%i] += %0 : !cin.place<tensor<4xf64>>
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @parallel_inside(%x: tensor<4x4xf64>, %y: tensor<4x4xf64>, %n: index) -> tensor<4x4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4x4xf64>) outs(%c = %y : tensor<4x4xf64>) {
    cin.forall %j in %n {
      cin.forall %i in %n parallel {
        %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
        cin.assign %c[%i, %j] = %0 : !cin.place<tensor<4x4xf64>>
      }
    }
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

func.func @workspace(%x: tensor<4x4xf64>, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins(%a = %x : tensor<4x4xf64>) outs(%c = %y : tensor<4xf64>) {
    cin.where %w : !cin.place<tensor<4xf64>> sizes() {
      cin.forall %i in %n {
        %s = cin.access %w[%i] : !cin.place<tensor<4xf64>>
        cin.assign %c[%i] = %s : !cin.place<tensor<4xf64>>
      }
    } producer {
      cin.forall %j in %n {
        cin.forall %i in %n {
          %0 = cin.access %a[%i, %j] : !cin.place<tensor<4x4xf64>>
          cin.assign %w[%i] += %0 : !cin.place<tensor<4xf64>>
        }
      }
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @two_statements(%v: f64, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins() outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] = %v : !cin.place<tensor<4xf64>>
      cin.assign %c[%i] += %v : !cin.place<tensor<4xf64>>
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @sequence(%v: f64, %y: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %r = cin.kernel ins() outs(%c = %y : tensor<4xf64>) {
    cin.forall %i in %n {
      cin.assign %c[%i] = %v : !cin.place<tensor<4xf64>>
    }
    cin.forall %i in %n {
      cin.assign %c[%i] += %v : !cin.place<tensor<4xf64>>
    }
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @no_loops(%v: f64, %y: tensor<f64>) -> tensor<f64> {
  %r = cin.kernel ins() outs(%c = %y : tensor<f64>) {
    cin.assign %c[] = %v : !cin.place<tensor<f64>>
  } -> tensor<f64>
  return %r : tensor<f64>
}

func.func @empty(%y: tensor<f64>, %n: index) -> tensor<f64> {
  %r = cin.kernel ins() outs(%c = %y : tensor<f64>) {
    cin.forall %i in %n {
    }
  } -> tensor<f64>
  return %r : tensor<f64>
}
