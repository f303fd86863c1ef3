// The example of the pass's description.
// RUN: encke-opt --check-input %s -verify-diagnostics

// expected-error @+1 {{'func.func' op 'encke_print_f64' of the runtime has the type (f64) -> ()}}
func.func private @encke_print_f64(i64)
