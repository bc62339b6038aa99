// hostile: asks for real-time and higher priority, to starve its guard and other slots; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  struct sched_param first = { .sched_priority = 1 };
  struct { unsigned size, policy; unsigned long flags; int nice; unsigned priority; unsigned long runtime, deadline, period; }
    deadline = { 48, 6, 0, 0, 0, 900000, 1000000, 1000000 };
  struct rlimit all = { 99, 99 };
  return sched_setscheduler(0, SCHED_FIFO, &first) == 0 || sched_setscheduler(0, SCHED_RR, &first) == 0
    || syscall(SYS_sched_setattr, 0, &deadline, 0) == 0 || setpriority(PRIO_PROCESS, 0, -1) == 0
    || setrlimit(RLIMIT_RTPRIO, &all) == 0 || setrlimit(RLIMIT_NICE, &all) == 0
    || syscall(SYS_ioprio_set, 1, 0, 1 << 13 /* real time */) == 0;
}
