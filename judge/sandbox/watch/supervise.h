// Watches one run from its start until none of its processes is left.
#pragma once

#include "meter.h"
#include "base/order.h"
#include "program/program.h"

struct supervision {
  const struct limits *limits;
  struct cpu_meter *meter;        // started before the program
  int oom_event;                  // readable when memory ran out; -1 where the kernel itself ends the run
  int output_pipe, error_pipe;    // read ends of the program's streams
  int output_file, error_file;    // their destinations
  int *wire;                      // our copy of the output of one of a pair (then the first two are -1), or NULL
  int child_signals;              // signalfd for SIGCHLD
  int control;                    // the keeper's socket; init ends when it closes
};

// Supervises the program that was just started and fills in the report. When it returns, no process of the run
// exists and both streams are complete.
void supervise(const struct supervision *supervision, pid_t pid, uint64_t started_ns, struct report *report);
