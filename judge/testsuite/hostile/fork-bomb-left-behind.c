// hostile: exits at once and leaves a fork bomb behind; expect: cause=exit|cpu|memory
#include <unistd.h>
int main(void) {
  if (fork() > 0) return 0;
  for (;;) fork();
}
