// What the verifiers of the tasks dialect reject.
// RUN: encke-opt %s -split-input-file -verify-diagnostics

func.func @chunks(%n: index) {
  // expected-error@+1 {{has a positive number of chunks for each task, of iterations}}
  %p = tasks.plan %n to %n cost(%n) chunks(0)
  return
}

// -----

func.func @extent(%n: index, %crd: memref<?xi32>) {
  // expected-error@+1 {{has coordinates up to an extent}}
  %p = "tasks.plan"(%n, %n, %n, %crd) <{chunks = 16 : i64, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1, 0>}> : (index, index, index, memref<?xi32>) -> !tasks.plan
  return
}

// -----

func.func @argument(%p: !tasks.plan) -> index {
  // expected-error@+1 {{needs the plan that a tasks.plan has made}}
  %t = tasks.number of %p
  return %t : index
}

// -----

func.func @run_argument(%p: !tasks.plan) {
  // expected-error@+1 {{needs the plan that a tasks.plan has made}}
  tasks.run %p {
    tasks.yield
  }
  return
}

// -----

func.func @no_loop(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{needs one loop over chunks, a tasks.chunks or a tasks.pieces}}
  tasks.run %p {
    tasks.yield
  }
  return
}

// -----

func.func @no_yield(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{has a region that does not end with tasks.yield}}
  tasks.run %p {
    llvm.unreachable
  }
  return
}

// -----

func.func @results(%n: index, %s: f64) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{has results of other types than what it begins with}}
  tasks.run %p collect(%s by ["add"] : f64) {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield %s : f64
  }
  return
}

// -----

func.func @operators(%n: index, %s: f64) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{has an operator for each of the values that it collects}}
  %t = tasks.run %p collect(%s by ["add", "add"] : f64) {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield %s : f64
  } -> f64
  return
}

// -----

func.func @operator(%n: index, %s: f64) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{"plus" is no operator that combines}}
  %t = tasks.run %p collect(%s by ["plus"] : f64) {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield %s : f64
  } -> f64
  return
}

// -----

func.func @taken_sum(%n: index, %s: f64) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{combines what tasks add up, which depends on nothing but their number if the plan is 'deal'}}
  %t = tasks.run %p collect(%s by ["add"] : f64) {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield %s : f64
  } -> f64
  return
}

// -----

func.func @carried(%n: index, %s: f64) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{carries values from chunk to chunk, which only a plan that is 'deal' has in order}}
    %t = tasks.chunks init(%s : f64) {
    ^bb0(%first: index, %last: index, %before: f64):
      tasks.yield %before : f64
    } -> f64
    tasks.yield
  }
  return
}

// -----

func.func @taken_copy(%n: index, %y: memref<?xf64>) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{combines what tasks add up, which depends on nothing but their number if the plan is 'deal'}}
    %mine = tasks.copy %y by "add" : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @view(%n: index, %y: memref<?xf64>) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{must be seen as 'memref<?xf64, strided<[1], offset: ?>>'}}
    %mine = tasks.copy %y by "add" : memref<?xf64> as memref<?xf64>
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @empty(%n: index, %y: memref<0xf64>) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{has no elements to copy}}
    %mine = tasks.copy %y by "add" : memref<0xf64> as memref<0xf64, strided<[1], offset: ?>>
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @condition(%n: index, %y: memref<?xf64>, %a: i1, %b: i1) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{needs no copy on the condition of tasks.own, and on no other}}
    %mine = tasks.copy %y by "add" unless %a : memref<?xf64> as memref<?xf64, strided<[1], offset: ?>>
    %lo, %hi = tasks.own %n if %b
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @twice(%n: index, %a: i1) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    %lo, %hi = tasks.own %n if %a
    // expected-error@+1 {{stands in tasks that own something already}}
    %lo1, %hi1 = tasks.own %n if %a
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @inside(%n: index, %a: i1) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    %m = arith.addi %n, %n : index
    // expected-error@+1 {{needs values from outside of the tasks}}
    %lo, %hi = tasks.own %m if %a
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @dealt_pieces(%n: index, %pos: memref<?xi32>, %y: memref<?xf64>) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{has chunks that are taken: the plan must not be 'deal'}}
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<?xf64> {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<?xf64, strided<[1], offset: ?>>):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @unweighed_pieces(%n: index, %pos: memref<?xi32>, %y: memref<?xf64>) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{needs a plan that has the ends of the rows as weights}}
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<?xf64> {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<?xf64, strided<[1], offset: ?>>):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @scalar_pieces(%n: index, %pos: memref<?xi32>, %y: memref<f64>) {
  %p = tasks.plan %n to %n cost(%n) weights(%pos : memref<?xi32>) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{needs rows one after the other to collect in}}
    tasks.pieces %pos, %y by "add" : memref<?xi32>, memref<f64> {
    ^bb0(%first: index, %last: index, %ends: memref<?xi32, strided<[1], offset: ?>>,
         %into: memref<f64, strided<[], offset: ?>>):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @arguments(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{has a region with 1 arguments ('index'), but they must be ('index', 'index')}}
    tasks.chunks {
    ^bb0(%first: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @yielded(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      // expected-error@+1 {{must yield ()}}
      tasks.yield %first : index
    }
    tasks.yield
  }
  return
}

// -----

func.func @carried_type(%n: index, %s: f64) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{has results of other types than what it begins with}}
    tasks.chunks init(%s : f64) {
    ^bb0(%first: index, %last: index, %before: f64):
      tasks.yield %before : f64
    }
    tasks.yield
  }
  return
}

// -----

func.func @dealt_counts(%n: index) {
  %p = tasks.plan deal %n to %n cost(%n) chunks(16)
  %counts = tasks.counts %p : memref<?x1xindex>
  tasks.run %p {
    // expected-error@+1 {{appends to a result in the order of the chunks: the plan must not be 'deal'}}
    tasks.chunks count in %counts : memref<?x1xindex> {
    ^bb0(%first: index, %last: index):
      tasks.yield %first : index
    }
    tasks.yield
  }
  return
}

// -----

func.func @in_nothing(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{needs to say in what it counts or fills a result}}
    "tasks.chunks"() <{operandSegmentSizes = array<i32: 0, 0>, use = 1 : i32}> ({
    ^bb0(%first: index, %last: index):
      tasks.yield
    }) : () -> ()
    tasks.yield
  }
  return
}

// -----

func.func @columns(%n: index, %counts: memref<?x?xindex>) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{needs counts with a known number of columns}}
    tasks.chunks count in %counts : memref<?x?xindex> {
    ^bb0(%first: index, %last: index):
      tasks.yield %first : index
    }
    tasks.yield
  }
  return
}

// -----

func.func @many(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  %counts = tasks.counts %p : memref<?x1xindex>
  tasks.run %p {
    // expected-error@+1 {{has 2 numbers for a chunk, but 1 columns}}
    tasks.chunks count in %counts : memref<?x1xindex> {
    ^bb0(%first: index, %last: index):
      tasks.yield %first, %last : index, index
    }
    tasks.yield
  }
  return
}

// -----

func.func @no_part(%n: index, %tensor: !llvm.ptr) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  tasks.run %p {
    // expected-error@+1 {{needs the part that a tasks.part has made}}
    tasks.chunks part in %tensor : !llvm.ptr {
    ^bb0(%first: index, %last: index, %begin: index, %shift: index):
      tasks.yield %begin : index
    }
    tasks.yield
  }
  return
}

// -----

func.func @part_columns(%n: index, %tensor: !llvm.ptr, %r: i1) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  %counts = tasks.counts %p : memref<?x1xindex>
  tasks.run %p {
    // expected-error@+1 {{needs counts with 5 columns}}
    %mine = tasks.part of %tensor in %counts room(%r) : memref<?x1xindex>
    tasks.chunks {
    ^bb0(%first: index, %last: index):
      tasks.yield
    }
    tasks.yield
  }
  return
}

// -----

func.func @counts(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  // expected-error@+1 {{has a row for each chunk and a known number of columns}}
  %counts = tasks.counts %p : memref<3x1xindex>
  return
}

// -----

func.func @sums(%n: index) {
  %p = tasks.plan %n to %n cost(%n) chunks(16)
  %counts = tasks.counts %p : memref<?x1xindex>
  // expected-error@+1 {{has more sums than columns}}
  %a, %b = tasks.scan %p, %counts : memref<?x1xindex> -> index, index
  return
}

// -----

func.func @outside(%n: index) {
  // expected-error@+1 {{expects parent op 'tasks.run'}}
  tasks.chunks {
  ^bb0(%first: index, %last: index):
    tasks.yield
  }
  return
}
