// hostile: asks for a core limit of 0, with which the host would still start its crash handler as root; expect: cause=exit exitCode=0
#include <sys/resource.h>
int main(void) {
  struct rlimit none = { 0, 0 }, now;
  return setrlimit(RLIMIT_CORE, &none) == 0 || getrlimit(RLIMIT_CORE, &now) != 0 || now.rlim_cur != 1;
}
