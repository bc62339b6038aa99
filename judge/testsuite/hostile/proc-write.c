// hostile: turns the kernel's knobs; expect: cause=exit exitCode=0
#include <fcntl.h>
#include <stdio.h>
int main(void) {
  const char *names[] = { "/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/self/oom_score_adj",
    "/proc/self/uid_map", "/proc/self/setgroups", "/proc/sys/kernel/hostname", "/proc/1/oom_score_adj", "/sys/fs/cgroup/cgroup.procs" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (open(names[i], O_WRONLY) >= 0) { puts(names[i]); return 1; }
  return 0;
}
