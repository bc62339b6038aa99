// hostile: hides memory in files without a name (refused where it could not be counted); expect: cause=memory|exit exitCode=0
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>
static char block[1 << 20];
int main(void) {
  int fd = memfd_create("x", 0);
  if (fd < 0) return 0;
  for (int i = 0; i < 4096; i++) if (write(fd, block, sizeof block) < 0) return 0;
  return 1;
}
