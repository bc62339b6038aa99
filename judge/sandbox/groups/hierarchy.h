// Finds the cgroup hierarchies and our place in them.
#pragma once

#include "cgroup.h"

// Finds the hierarchy that serves each controller, and our cgroup in it.
void find_hierarchies(struct cgroups *cgroups, enum cgroup_choice choice);

// v2: makes the controllers usable inside our new directory, if need be by moving the processes that share our cgroup
// into a leaf ("no internal processes"). False, with errno, when they are unavailable.
bool prepare_v2_instance(struct hierarchy *hierarchy);
