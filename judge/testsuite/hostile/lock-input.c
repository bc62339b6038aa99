// hostile: takes locks and leases on shared read-only files, to signal to another run; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int fd = open("/usr/bin/env", O_RDONLY);
  struct flock write_lock = { .l_type = F_WRLCK };
  return fcntl(fd, F_SETLEASE, F_WRLCK) == 0 || fcntl(fd, F_SETLK, &write_lock) == 0;
}
