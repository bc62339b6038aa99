// hostile: traces the container's first process; expect: cause=security
#include <sys/ptrace.h>
int main(void) { return ptrace(PTRACE_ATTACH, 1, 0, 0) == 0; }
