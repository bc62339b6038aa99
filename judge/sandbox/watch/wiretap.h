// Reads from the kernel the state of a program and of the pipe it writes to, which lead to the other program without
// a relay.
#pragma once

#include "base/common.h"

// Returns the bytes that the first process has written so far, to any file. Children and spliced bytes do not count:
// it bounds a flood and does not measure.
uint64_t count_written(pid_t pid);

// Whether any process of the container still has the pipe open; `pid`, the first one, is the likeliest. True when in
// doubt, and when that one is about to end.
bool has_wire(pid_t pid, int pipe);
