// hostile: asks which pages of a shared file earlier runs have read, and packs pages for later ones; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  int fd = open("/usr/lib/os-release", O_RDONLY);
  char byte;
  struct iovec part = { &byte, 1 };
  uint64_t range[2] = { 0, 4096 }, counts[5];
  if (fd < 0) return 2;
  // Allowed with memory of one's own, it would be with a shared file.
  size_t size = 2 << 20;
  void *block = aligned_alloc(size, size);
  if (block == NULL || madvise(block, size, 25 /* MADV_COLLAPSE */) == 0) return 1;
  if (syscall(451, fd, range, counts, 0) == 0) return 1;
  return preadv2(fd, &part, 1, 0, RWF_NOWAIT) == 1;
}
