// hostile: stops and kills its parent and the container's first process; expect: cause=exit exitCode=0
#include <signal.h>
#include <unistd.h>
int main(void) {
  int signals[] = { SIGSTOP, SIGKILL, SIGTERM, SIGUSR1, SIGSEGV, SIGPIPE, SIGCHLD, SIGCONT };
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) { kill(1, signals[i]); kill(getppid(), signals[i]); }
  for (int pid = 2; pid < 5000; pid++) if (pid != getpid()) kill(pid, SIGKILL);
  return 0;
}
