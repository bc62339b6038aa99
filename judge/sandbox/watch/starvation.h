// Measures the time in which a run had to wait for the processor because of others.
#pragma once

#include "base/common.h"

// Takes a sample: adds to the starved time what the scheduler counted since the last one. `cpu_us` is the CPU time of
// the run so far.
void look_at_starvation(uint64_t now_ns, uint64_t cpu_us);

// Starts over for a new run.
void reset_starvation(uint64_t started_ns);

// Returns the starved time of the run in progress, up to the last sample.
uint64_t starved_us(void);
