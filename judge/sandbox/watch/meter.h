// Measures the usage of a run from inside the container.
#pragma once

#include "base/common.h"

struct usage {
  uint64_t cpu_us, memory_bytes;
  int newest_pid;                 // the highest that a living process has
};

// Clock of the CPU time of a run.
struct cpu_meter {
  int file;                       // a cgroup's figure (v1 cpuacct.usage, v2 cpu.stat), or -1 to count reaped children
  bool includes_init;             // the cgroup's figure counts this process, too
  uint64_t before_us;             // figure at the start of the run
};

// Touches the memory of samples.
void settle_meter(void);

// Starts the clock, before the program.
void start_meter(struct cpu_meter *meter);

// Returns the CPU time since the start: of all processes of the run, or without a cgroup of those that were reaped, and no less
// than the samples saw.
uint64_t read_meter(const struct cpu_meter *meter);

// Samples the usage since the start over the processes in /proc, for use without cgroups. CPU time is the larger of two sums:
// that of the living processes, their children that were waited for, and the children that this init has reaped; and that of
// what each process has gained between samples, since children that their parent ignores (SIGCHLD set to SIG_IGN) vanish from
// the first sum. The end of such a child, and one that lived between two samples, are missed: the price of the weaker mode.
struct usage sum_processes(const struct cpu_meter *meter);

// Returns the number of cores that this process may use.
int usable_cores(void);
