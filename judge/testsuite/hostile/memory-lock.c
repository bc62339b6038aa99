// hostile: locks its memory so that the host cannot reclaim it; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static char page[8192];
int main(void) {
  int secret = syscall(447 /* memfd_secret */, 0);
  if (secret >= 0 && ftruncate(secret, 1 << 20) == 0 && mmap(0, 1 << 20, PROT_WRITE, MAP_SHARED, secret, 0) != MAP_FAILED) return 1;
  return mlockall(MCL_CURRENT | MCL_FUTURE) == 0 || mlock(page, sizeof page) == 0;
}
