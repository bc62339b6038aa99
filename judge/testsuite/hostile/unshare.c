// hostile: makes itself root of a new user namespace; expect: cause=security
#define _GNU_SOURCE
#include <sched.h>
int main(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0; }
