// What the kernel tells about a program and the pipe it writes to, when nobody stands between the two.
#pragma once

#include "common.h"

// Bytes that the first process has written so far, wherever to. Children and words that were spliced do not count: it
// bounds a flood, it is no measurement.
uint64_t count_written(pid_t pid);

// Whether any process of the container still has the pipe open; `pid`, the first one, is the likeliest. True when in
// doubt, and when that one is about to end.
bool has_wire(pid_t pid, int pipe);
