// hostile: loads code into the kernel; expect: cause=security
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { char attr[128] = { 1 }; return syscall(SYS_bpf, 0, attr, sizeof attr) >= 0; }
