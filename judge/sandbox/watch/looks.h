// Looks at a run now and then: at its CPU time, memory and waits for the processor, at the clock, and at the wire of a pair.
// The look at its CPU time comes at the earliest moment at which the limit could be reached if every core worked for the
// program, so a sleeping program costs a handful of looks and an overrun is noticed within about a millisecond, or within some
// dozens on a crowded core.
#pragma once

#include "watch.h"

#include <time.h>

// Sets the times of the first looks at a run that has just started.
void plan_looks(struct watch *watch);

// Looks at what is due, and stops the run at its limits.
void look_when_due(struct watch *watch);

// Looks at what is known only until the first process is reaped: what it has written to a wire, and its waits. A very short
// run has no waits worth counting.
void look_last(struct watch *watch);

// Returns the time until the next look, or until the wall limit if that is earlier.
struct timespec time_to_next_look(const struct watch *watch, uint64_t now);
