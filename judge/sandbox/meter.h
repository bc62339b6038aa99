// What a run uses, measured from inside the container.
#pragma once

#include "common.h"

struct usage { uint64_t cpu_us, memory_bytes; };

// CPU time of the run from a cgroup's file (v1 cpuacct.usage, v2 cpu.stat), opened before.
uint64_t read_cpu_meter(int fd);

// Without cgroups: sums over the processes in /proc plus the CPU time of children that this init has reaped.
// Ones that their parent ignored (SIGCHLD set to SIG_IGN) are not counted: the price of the weaker mode.
struct usage sum_processes(void);

// CPU time of all children this init has reaped since it started.
uint64_t reaped_cpu_us(void);
