// hostile: reads the host's accounts, homes, keys and the judge's files; expect: cause=exit exitCode=0
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int n, char **v) {
  const char *names[] = { "/etc/shadow", "/etc/hostname", "/etc/hosts", "/root", "/home", "/var/log", "/var/lib/dpkg", "/run", "/sys/kernel",
    "/proc/1/root/etc/shadow", "/proc/1/cwd", "/proc/self/root/root", "/dev/mem", "/dev/vda", "/dev/sda", "/boot", "/.dockerenv", "/opt", "/mnt" };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (access(names[i], F_OK) == 0) { printf("%s\n", names[i]); return 1; }
  return n > 1 && access(v[1], F_OK) == 0;
}
