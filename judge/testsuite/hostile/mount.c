// hostile: mounts a file system; expect: cause=security
#include <sys/mount.h>
int main(void) { return mount("none", "/w", "tmpfs", 0, 0) == 0; }
