// hostile: becomes root by setuid, groups and set-uid programs; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  gid_t group = 0;
  uid_t before = geteuid();
  if (before == 0 || setuid(0) == 0 || setgid(0) == 0 || setresuid(0, 0, 0) == 0 || setgroups(1, &group) == 0) return 1;
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 21, 0, 0) == 0) return 1;
  const char *programs[] = { "/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd", "/usr/bin/sudo", "/usr/bin/newgrp" };
  for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++)
    if (fork() == 0) { close(1); close(2); execl(programs[i], programs[i], "-c", "touch /w/rooted", NULL); _exit(0); }
  usleep(300000);
  return access("/w/rooted", F_OK) == 0 || geteuid() != before;
}
