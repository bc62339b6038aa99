// hostile: lowers the limits and the priority of the container's first process; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <sched.h>
#include <sys/resource.h>
int main(void) {
  struct rlimit none = { 0, 0 };
  return prlimit(1, RLIMIT_NOFILE, &none, 0) == 0 || prlimit(1, RLIMIT_FSIZE, &none, 0) == 0 || prlimit(1, RLIMIT_CPU, &none, 0) == 0;
}
