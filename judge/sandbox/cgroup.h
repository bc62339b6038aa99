// Control groups: memory, processes and CPU time of a whole run, in cgroup v1, v2 or both.
#pragma once

#include "order.h"

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
  char lost[256];                 // reason for missing controllers; empty when none are
};

// Group of one run, made ahead of it, or of all runs of a container.
struct run_group {
  char name[32];                  // empty: no group
  int v2_directory;               // cgroup in which the program starts, or -1
  int task_files[MAX_HIERARCHIES], task_file_count;
  int directories[MAX_HIERARCHIES];
  int cpu_meter;
  int oom_event;                  // v1: becomes readable when memory ran out; -1 where the kernel itself ends the run
  uint64_t memory_bytes, processes; // limits as set; 0 before
  int own_processes;              // processes of ours among the members, which the limit must leave room for
};

struct memory_use {
  uint64_t peak_bytes, oom_kills;
  uint64_t limit_hits;            // number of times the limit was reached; v2 only
};

enum cgroup_choice { CGROUP_AUTO, CGROUP_PREFER_V2, CGROUP_NONE };

// Finds the hierarchies, removes the directories of helpers that were killed, and makes this helper's own.
void open_cgroups(struct cgroups *cgroups, enum cgroup_choice choice);

// Removes this helper's directory; all runs must have ended.
void close_cgroups(struct cgroups *cgroups);

// Makes a group for a coming run. False on failure (logged).
bool make_group(struct cgroups *cgroups, struct run_group *group, int slot);

// Makes the group of a container's init, in which its programs are born: a v1 hierarchy of processes or CPU time keeps
// no charge of a run that ended, so none is made per run. Has no directory where all hierarchies need fresh groups.
// False on failure (logged).
bool make_lasting_group(struct cgroups *cgroups, struct run_group *group, int slot);

// Limits memory and processes of the coming run; costs nothing where the limits are unchanged. False, with errno,
// when the kernel refuses.
bool limit_group(struct cgroups *cgroups, struct run_group *group, const struct limits *limits);

struct memory_use group_memory(struct cgroups *cgroups, struct run_group *group);

// Closes and removes the group of a run that has ended.
void remove_group(struct cgroups *cgroups, struct run_group *group);
