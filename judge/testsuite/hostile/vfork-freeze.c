// hostile: sleeps in the kernel, uninterruptible, until a child that stops itself calls exec; expect: cause=wall
#include <signal.h>
#include <unistd.h>
int main(void) {
  if (vfork() == 0) { raise(SIGSTOP); _exit(0); }
  return 0;
}
