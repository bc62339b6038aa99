// hostile: makes the machine's disk flush its cache, and throws shared files out of memory; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NO_FILE = 99, UNALIGNED = 1 };

int main(void) {
  int shared = open("/usr/lib/os-release", O_RDONLY);
  for (int i = 0; i < 100; i++)
    if (fsync(0) < 0 || fdatasync(shared) < 0) return 2;
  // A call that reached the kernel would find fault with these.
  return fsync(NO_FILE) < 0 || fdatasync(NO_FILE) < 0 || msync((void *) UNALIGNED, 1, MS_SYNC) < 0
    || posix_fadvise(NO_FILE, 0, 0, POSIX_FADV_DONTNEED) != 0;
}
