// hostile: changes its root; expect: cause=security
#include <unistd.h>
int main(void) { return chroot("/w") == 0; }
