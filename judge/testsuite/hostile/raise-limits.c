// hostile: raises its own limits; expect: cause=exit exitCode=0
#include <sys/resource.h>
int main(void) {
  struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
  return setrlimit(RLIMIT_CPU, &all) == 0 || setrlimit(RLIMIT_NPROC, &all) == 0 || setrlimit(RLIMIT_STACK, &all) == 0 || setpriority(PRIO_PROCESS, 0, -10) == 0;
}
