//===- Teams.h - OpenMP's teams in LLVM IR ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_TEAMS_H
#define ENCKE_DRIVER_TEAMS_H

namespace llvm {
class Module;
}

namespace encke {

/// Has a team of one thread, which small loops get, run by a call of its body:
/// OpenMP would take about as long to make the team as a small loop takes.
void callSmallTeams(llvm::Module &module);

/// Has the runtime start the other teams (encke_fork_call), so that their
/// threads work for the running program, and an error on one of them ends it.
void guardTeams(llvm::Module &module);

} // namespace encke

#endif // ENCKE_DRIVER_TEAMS_H
