// hostile: answers its own system calls with lies and a supervisor, to slip past the judge's filter; expect: cause=security
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
  struct sock_filter allow[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) }, notify[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF) };
  struct sock_fprog allowing = { 1, allow }, notifying = { 1, notify };
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &allowing);
  if (fork() == 0) syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &notifying);
  return mount("none", "/w", "tmpfs", 0, 0) == 0;
}
