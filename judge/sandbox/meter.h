// Measures the usage of a run from inside the container.
#pragma once

#include "common.h"

struct usage { uint64_t cpu_us, memory_bytes; };

// Clock of the CPU time of a run.
struct cpu_meter {
  int file;                       // a cgroup's figure (v1 cpuacct.usage, v2 cpu.stat), or -1 to count reaped children
  bool includes_init;             // the cgroup's figure counts this process, too
  uint64_t before_us;             // figure at the start of the run
};

// Starts the clock, before the program.
void start_meter(struct cpu_meter *meter);

// Returns the CPU time since the start: of all processes of the run, or without a cgroup of those that were reaped.
uint64_t read_meter(const struct cpu_meter *meter);

// Sums usage over the processes in /proc plus the CPU time of children that this init has reaped, for use without
// cgroups. Children that their parent ignored (SIGCHLD set to SIG_IGN) are not counted: the price of the weaker mode.
struct usage sum_processes(void);

// Returns the number of cores that this process may use.
int usable_cores(void);
