// Measures the usage of a run from inside the container.
#pragma once

#include "common.h"

struct usage { uint64_t cpu_us, memory_bytes; };

// Reads the CPU time of the run from a cgroup's open file (v1 cpuacct.usage, v2 cpu.stat).
uint64_t read_cpu_meter(int fd);

// Sums usage over the processes in /proc plus the CPU time of children that this init has reaped, for use without
// cgroups. Children that their parent ignored (SIGCHLD set to SIG_IGN) are not counted: the price of the weaker mode.
struct usage sum_processes(void);

// Returns the number of cores that this process may use.
int usable_cores(void);

// Returns the CPU time of all children that this init has reaped since it started.
uint64_t reaped_cpu_us(void);
