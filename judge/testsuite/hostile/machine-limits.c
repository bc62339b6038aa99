// hostile: uses up asynchronous I/O and flushes the disks, both of which the whole machine shares; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  unsigned long context = 0;
  return syscall(SYS_io_setup, 60000, &context) == 0 || syscall(SYS_sync) == 0 || syncfs(open("/usr", O_RDONLY)) == 0;
}
