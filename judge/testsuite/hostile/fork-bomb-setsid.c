// hostile: forks twice into new sessions for ever, so that no group or parent leads to the children; expect: cause=cpu|memory
#include <unistd.h>
int main(void) {
  for (;;) {
    if (fork() == 0) {
      setsid();
      if (fork() > 0) _exit(0);
    }
  }
}
