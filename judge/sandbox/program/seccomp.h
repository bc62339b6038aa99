// System calls that a program may not make.
#pragma once

#include <linux/filter.h>

#include <stdbool.h>

// Builds the filter at the first call, which also decides about the argument: without a memory cgroup, memory that
// no process maps (memfd, System V segments) could not be counted and is refused.
const struct sock_fprog *seccomp_filter(bool refuse_hidden_memory);
