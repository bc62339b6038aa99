// Process 1 of a container.
#pragma once

#include "container/container.h"
#include "groups/run-group.h"

struct init_plan {
  struct container_plan container;
  int control;                    // socket to the keeper
  bool has_cgroups;
  struct run_group group;         // init's own, in which programs are born; see make_lasting_group
  int nice;                       // priority of the programs
  int core;                       // the slot's core, or -1 for any
};

// Builds the container, reports it with one byte, and runs orders until the keeper is gone. The caller has just been
// cloned into new namespaces.
_Noreturn void init_main(const struct init_plan *plan);
