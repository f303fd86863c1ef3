// The reference is not written, and what others say stays.
// RUN: encke-opt --set-target="file=%root/tests/reference.target" %s -split-input-file | FileCheck %s

// CHECK: module {
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 65536 : i64>>} {}

// -----

// CHECK: module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 4 : i64>>} {
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 4 : i64,
                                   "L2_cache_size_in_bytes" = 65536 : i64>>} {}
