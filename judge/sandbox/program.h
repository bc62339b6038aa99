// Turning a child of init into the program to judge.
#pragma once

#include "order.h"
#include "seccomp.h"

struct program {
  char *const *argv;
  char *const *env;
  int input, output, error;       // become descriptors 0, 1, 2
  int group;                      // v2: directory of the cgroup to be born in; -1 without
  const int *task_files;          // v1: `tasks` of each cgroup to enter
  int task_file_count;
  const struct limits *limits;
  const struct sock_fprog *filter; // the system calls it may not make
  int nice;
  uid_t uid;
  bool change_uid;
  // Filled in by the child, which shares our memory, when it could not start.
  const char *volatile failed_step;
  volatile int failed_errno;
};

// Starts the program and returns once it runs or has failed to (see failed_step). -1 with errno when not even
// a child could be made.
pid_t start_program(struct program *program);
