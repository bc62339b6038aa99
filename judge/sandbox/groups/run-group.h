// Group of a run: memory, processes and CPU time, limited and measured.
#pragma once

#include "cgroup.h"

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

// Bytes of the page cache that are charged to a run that has ended: what it read from disks and wrote to them.
uint64_t group_page_cache(struct cgroups *cgroups, struct run_group *group);

// Closes and removes the group of a run that has ended.
void remove_group(struct cgroups *cgroups, struct run_group *group);
