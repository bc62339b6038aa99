// Turns a child of init into the program to judge.
#pragma once

#include "base/order.h"
#include "seccomp.h"

struct program {
  char *const *argv;
  char *const *env;
  int input, output, error;       // become descriptors 0, 1, 2
  int group;                      // v2: directory of the cgroup in which it starts; -1 without
  const int *task_files;          // v1: `tasks` of each cgroup to enter
  int task_file_count;
  const struct limits *limits;
  const struct sock_fprog *filter; // forbidden system calls
  int nice;
  uid_t uid;
  bool change_uid;
  // Step that failed, set by the child, which shares our memory, when it could not start.
  const char *volatile failed_step;
  volatile int failed_errno;
};

// Returns RLIMIT_CPU of a program, in seconds: far beyond its limit, because the kernel counts this one in clock
// ticks, which may be more than twice the true CPU time. Only a run that init does not watch any more reaches it.
uint64_t last_resort_seconds(const struct limits *limits);

// Whether the program could not start because the kernel refuses what its compiler has made: a failure of the program, with
// the exit code 127 that shells give such files.
bool is_refused_by_kernel(const struct program *program);

// Starts the program and returns once it runs or has failed to (see failed_step). -1 with errno when no child could
// be made.
pid_t start_program(struct program *program);
