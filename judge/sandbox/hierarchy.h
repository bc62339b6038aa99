// Finding the cgroup hierarchies and our place in them.
#pragma once

#include "cgroup.h"

// Fills in which hierarchy serves which controller and the cgroup we are in.
void find_hierarchies(struct cgroups *cgroups, enum cgroup_choice choice);

// v2: makes the controllers usable inside our freshly made place, if need be by moving the processes that share
// our cgroup into a leaf ("no internal processes"). False, with errno, when they are not to be had.
bool prepare_v2_instance(struct hierarchy *hierarchy);
