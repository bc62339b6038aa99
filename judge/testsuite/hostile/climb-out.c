// hostile: climbs out of its root through "..", /proc and open directories; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char path[64];
  if (access("/../../../../etc/shadow", F_OK) == 0) return 1;
  for (int fd = 0; fd < 3; fd++) {
    sprintf(path, "/proc/self/fd/%d/../../etc/shadow", fd);
    if (access(path, F_OK) == 0 || faccessat(fd, "../../../etc/shadow", F_OK, 0) == 0) return 1;
  }
  return 0;
}
