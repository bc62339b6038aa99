// Hierarchies of control groups (v1, v2 or both) and this helper's own directory in each.
#pragma once

#include "base/order.h"

enum controller { MEMORY = 1, PIDS = 2, CPU = 4, ALL_CONTROLLERS = 7 };

// A mounted hierarchy that serves at least one of the controllers.
struct hierarchy {
  int version;
  unsigned controllers;           // subset of `enum controller` that we take from it
  char mount_point[PATH_SIZE];
  char base[PATH_SIZE];           // parent of our cgroups
  char instance[32];              // our directory in `base`: holds the groups of this helper's runs
  int directory;                  // the opened `instance`, locked as long as we live
};

struct cgroups {
  struct hierarchy hierarchies[MAX_HIERARCHIES];
  int count;
  bool has_v1, has_v2;            // mounted on this machine, used or not
  unsigned controllers;           // all controllers found
  bool ignores_swap;              // programs may use swap beyond their memory limit
  char lost[256];                 // reason for missing controllers; empty when none are
};

enum cgroup_choice { CGROUP_AUTO, CGROUP_PREFER_V2, CGROUP_NONE };

// Finds the hierarchies, removes the directories of helpers that were killed, and makes this helper's own.
void open_cgroups(struct cgroups *cgroups, enum cgroup_choice choice);

// Removes this helper's directory; all runs must have ended.
void close_cgroups(struct cgroups *cgroups);

// Removes a group, waiting a moment while its last process disappears. False when it stays (logged).
bool remove_cgroup(int parent, const char *name);
