// A run that is being watched, as the parts of the supervisor see it.
#pragma once

#include "supervise.h"

struct watch {
  const struct supervision *given;
  struct report *report;
  pid_t pid;
  bool main_ended, stopped;       // the first process ended; we stopped the run
  bool childless;                 // no process of the run is left
  bool disk_full;
  uint64_t started_ns, ended_ns, next_look_ns, next_wire_look_ns, next_starvation_look_ns;
  uint64_t looked_ns, looked_cpu_us, shortest_look_ns; // values of the look at the CPU time before this one
  uint64_t error_bytes;
  int cores, newest_pid;
};

// Stops the run for a reason; the first reason stays.
void stop(struct watch *watch, enum cause cause);
