// hostile: kills the container's first process by signals that the kernel sends in its name; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  int signals[] = { 0, SIGKILL, SIGSTOP, SIGTERM, SIGSEGV, SIGCHLD, SIGRTMIN };
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) {
    int pipes[2];
    if (pipe(pipes) != 0) return 1;
    fcntl(pipes[0], F_SETSIG, signals[i]);
    fcntl(pipes[0], F_SETOWN, 1);
    fcntl(pipes[0], F_SETFL, O_ASYNC | O_NONBLOCK);
    if (write(pipes[1], "x", 1) != 1) return 1;
    int init = syscall(SYS_pidfd_open, 1, 0);
    syscall(SYS_pidfd_send_signal, init, signals[i], 0, 0);
    siginfo_t forged = { .si_code = SI_QUEUE };
    syscall(SYS_rt_sigqueueinfo, 1, signals[i], &forged);
    syscall(SYS_tkill, 1, signals[i]);
  }
  return 0;
}
