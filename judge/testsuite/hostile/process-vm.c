// hostile: reads the memory of the container's first process; expect: cause=security
#define _GNU_SOURCE
#include <sys/uio.h>
int main(void) {
  char byte;
  struct iovec here = { &byte, 1 }, there = { (void *) 0x400000, 1 };
  return process_vm_readv(1, &here, 1, &there, 1, 0) == 1;
}
