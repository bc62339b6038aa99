// hostile: has children born as its siblings and adopts orphans, so that the judge loses sight of them; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGUSR1, 0, 0, 0);
  for (int i = 0; i < 10; i++) {
    if (syscall(SYS_clone, CLONE_PARENT, 0, 0, 0, 0) == 0) for (;;) pause();
    if (fork() == 0) { setsid(); if (fork() != 0) _exit(0); for (;;) pause(); }
  }
  return 0;
}
