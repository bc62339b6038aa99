// hostile: lets orphans of another session work while it sleeps; expect: cause=cpu
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 3; i++)
    if (fork() == 0) { setsid(); if (fork() > 0) _exit(0); for (;;); }
  for (;;) pause();
}
