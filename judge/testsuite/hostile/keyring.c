// hostile: keeps data in a kernel keyring, which outlives the run; expect: cause=exit exitCode=0
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  return syscall(SYS_add_key, "user", "x", "y", 1, -4) >= 0 || syscall(SYS_keyctl, 0, -3, 1) >= 0 || syscall(SYS_request_key, "user", "x", 0, 0) >= 0;
}
