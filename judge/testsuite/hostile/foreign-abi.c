// hostile: makes 32-bit system calls, which have other numbers; expect: cause=security|signal
// A kernel without them answers with a signal.
#include <signal.h>
int main(void) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20 /* getpid */) : "memory");
  return result > 0;
#else
  return raise(SIGSYS);
#endif
}
