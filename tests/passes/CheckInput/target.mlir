// What a module says of its target is a number that can be, whoever wrote it.
// RUN: encke-opt --check-input %s -split-input-file -verify-diagnostics

// expected-error @+1 {{the module's target: 'L1_cache_size_in_bytes' is at least 1024 and at most 1099511627776}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 0 : i64>>} {}

// -----

// expected-error @+1 {{the module's target: 'vector_registers' is a number}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"vector_registers" = "many">>} {}

// -----

// expected-error @+1 {{the module's target: 'cores' is a whole number}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"cores" = 1.5 : f64>>} {}

// -----

// expected-error @+1 {{the module's target: a cache is no smaller than the one before: L1 has 32768 bytes, L2 16384, L3 33554432}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 16384 : i64>>} {}

// -----

// What others say is left alone.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 0 : i64>,
  "GPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 0 : i64>>} {}
