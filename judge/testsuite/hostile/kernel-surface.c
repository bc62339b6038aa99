// hostile: opens io_uring, userfaultfd, perf and fanotify; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  char zero[256] = { 0 };
  return syscall(SYS_io_uring_setup, 4, zero) >= 0 || syscall(SYS_userfaultfd, 1) >= 0
    || syscall(SYS_perf_event_open, zero, 0, -1, -1, 0) >= 0 || syscall(SYS_fanotify_init, 0, 0) >= 0;
}
