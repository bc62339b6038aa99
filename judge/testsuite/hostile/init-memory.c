// hostile: reaches for the memory, descriptors and placement of the container's first process; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  int init = syscall(SYS_pidfd_open, 1, 0), parent = getppid();
  struct iovec piece = { (void *) 0x400000, 4096 };
  cpu_set_t cores;
  struct sched_param none = { 0 };
  CPU_ZERO(&cores);
  CPU_SET(0, &cores);
  return syscall(SYS_process_madvise, init, &piece, 1, MADV_PAGEOUT, 0) >= 0 || syscall(448 /* process_mrelease */, init, 0) == 0
    || syscall(SYS_kcmp, 1, getpid(), 0, 0, 0) >= 0 || syscall(SYS_move_pages, 1, 0, 0, 0, 0, 0) == 0
    || sched_setaffinity(1, sizeof cores, &cores) == 0 || sched_setscheduler(1, SCHED_IDLE, &none) == 0
    || setpriority(PRIO_PROCESS, 1, 19) == 0 || syscall(SYS_ioprio_set, 1, 1, 3 << 13 /* idle */) == 0
    || open("/proc/1/mem", O_RDONLY) >= 0 || open("/proc/1/environ", O_RDONLY) >= 0 || parent != 1;
}
