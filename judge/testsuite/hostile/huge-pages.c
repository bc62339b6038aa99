// hostile: takes the host's reserved huge pages, which no memory limit counts; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>
#include <sys/shm.h>
int main(void) {
  // Without reserved pages the kernel refuses with ENOMEM by itself; the filter must not even let it look.
  if (mmap(0, 2 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) != MAP_FAILED || errno != EPERM) return 1;
  if (memfd_create("x", MFD_HUGETLB) >= 0 || errno != EPERM) return 2;
  return shmget(IPC_PRIVATE, 2 << 20, SHM_HUGETLB | 0600) >= 0;
}
