// hostile: takes locks and leases on files that others read, to signal to another run or to hold up the judge; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int fd = open("/usr/bin/env", O_RDONLY);
  struct flock write_lock = { .l_type = F_WRLCK };
  // Without root the input belongs to the program's user, who may take leases on it.
  return fcntl(fd, F_SETLEASE, F_WRLCK) == 0 || fcntl(fd, F_SETLK, &write_lock) == 0 || fcntl(0, F_SETLEASE, F_WRLCK) == 0
    || fcntl(0, F_SETLEASE, F_RDLCK) == 0;
}
