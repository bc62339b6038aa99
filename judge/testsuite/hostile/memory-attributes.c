// hostile: hides memory in extended attributes of empty files; expect: cause=memory|exit|cpu exitCode=0
#include <fcntl.h>
#include <stdio.h>
#include <sys/xattr.h>
static char value[32768];
int main(void) {
  char name[32];
  for (int file = 0; file < 20000; file++) {
    sprintf(name, "f%d", file);
    if (open(name, O_CREAT | O_WRONLY, 0600) < 0) return 0;
    if (setxattr(name, "user.a", value, sizeof value, 0) != 0) return 0;
  }
  return 1;
}
