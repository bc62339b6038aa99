// hostile: looks for descriptors that the judge forgot to close; expect: cause=exit exitCode=0
#include <unistd.h>
#include <fcntl.h>
int main(void) { for (int fd = 3; fd < 4096; fd++) if (fcntl(fd, F_GETFD) >= 0) return 1; return 0; }
