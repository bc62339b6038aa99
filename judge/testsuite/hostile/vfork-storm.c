// hostile: starts programs as fast as it can; expect: cause=cpu|memory
#include <unistd.h>
int main(void) {
  for (;;) if (vfork() == 0) { execl("/bin/true", "true", NULL); _exit(1); }
}
