// hostile: writes to its box, the system directories and the devices' directory; expect: cause=exit exitCode=0
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int n, char **v) {
  const char *names[] = { "/x", "/box/x", "/usr/x", "/usr/bin/x", "/etc/x", "/dev/x", "/proc/x", "/usr/local/x", "/var/x" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (open(names[i], O_CREAT | O_WRONLY, 0600) >= 0) { puts(names[i]); return 1; }
  if (open(v[0], O_WRONLY) >= 0 || unlink(v[0]) == 0 || chmod(v[0], 0777) == 0 || rename(v[0], "/box/y") == 0) return 1;
  return chmod("/box", 0777) == 0 || chmod("/dev/null", 0) == 0 || n < 1;
}
