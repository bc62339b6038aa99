// hostile: asks for namespaces by the call whose arguments a filter cannot read; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  struct clone_args arguments = { .flags = 0x10000000 /* CLONE_NEWUSER */, .exit_signal = SIGCHLD };
  return syscall(SYS_clone3, &arguments, sizeof arguments) >= 0;
}
