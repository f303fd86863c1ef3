// What a file says of the target stands on the module; the rest is as it was.
// RUN: encke-opt --set-target="file=%S/Inputs/large.target" %s -split-input-file | FileCheck %s

// CHECK: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME: "L1_cache_size_in_bytes" = 32768 : i64, "L2_cache_size_in_bytes" = 2097152 : i64,
// CHECK-SAME: "vector_size_in_bits" = 256 : i64,
module {}

// -----

// CHECK: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME: "L1_cache_size_in_bytes" = 65536 : i64, "L2_cache_size_in_bytes" = 2097152 : i64,
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : i64>>} {}

// -----

// What others say stays.
// CHECK: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME: "L2_cache_size_in_bytes" = 2097152 : i64,
// CHECK-SAME: "max_vector_op_width" = 4 : i64>, "GPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 1 : i64>>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 4 : i64>,
  "GPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 1 : i64>>} {}
