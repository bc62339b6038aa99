// hostile: moves to the cores of other slots; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <sched.h>
#include <sys/prctl.h>
int main(void) {
  cpu_set_t all, mine;
  CPU_ZERO(&all);
  for (int i = 0; i < CPU_SETSIZE; i++) CPU_SET(i, &all);
  if (sched_getaffinity(0, sizeof mine, &mine) != 0) return 1;
  // Core scheduling: while it runs, the other thread of its core must idle.
  return sched_setaffinity(0, sizeof all, &all) == 0 || prctl(62 /* PR_SCHED_CORE */, 1, 0, 0, 0) == 0;
}
