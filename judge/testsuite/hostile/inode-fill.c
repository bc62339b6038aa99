// hostile: makes empty files without an end; expect: cause=exit|memory|cpu exitCode=0
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char name[32];
  for (int i = 0; i < 200000; i++) {
    sprintf(name, "f%d", i);
    int fd = open(name, O_CREAT | O_WRONLY, 0600);
    if (fd < 0) return 0;
    close(fd);
  }
  return 1;
}
