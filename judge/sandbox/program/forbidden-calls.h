// Tables of the system calls that a program may not make, for seccomp.c only. Calls that a language's run-time library
// may try and do without are refused with an error; calls that only an attack makes end the program with SIGSYS, which
// the judge shows as a security violation.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#ifndef SYS_cachestat
#define SYS_cachestat 451         // Linux 6.5, on all architectures
#endif

enum {
  SET_RW_HINT = 1036,             // F_SET_RW_HINT
  COLLAPSE_PAGES = 25,            // MADV_COLLAPSE, Linux 6.1
};

#define ALLOW SECCOMP_RET_ALLOW
#define KILL SECCOMP_RET_KILL_PROCESS
#define REFUSE(number) (SECCOMP_RET_ERRNO | (number))

struct rule { int call; unsigned action; };

static const struct rule RULES[] = {
  // Other processes.
  { SYS_ptrace, KILL },
  { SYS_process_vm_readv, KILL },
  { SYS_process_vm_writev, KILL },
  { SYS_pidfd_getfd, KILL },
  { SYS_kcmp, REFUSE(EPERM) },
  // Mounts and roots.
  { SYS_mount, KILL },
  { SYS_umount2, KILL },
  { SYS_pivot_root, KILL },
  { SYS_chroot, KILL },
  { SYS_open_tree, KILL },
  { SYS_move_mount, KILL },
  { SYS_fsopen, KILL },
  { SYS_fsconfig, KILL },
  { SYS_fsmount, KILL },
  { SYS_fspick, KILL },
  { SYS_mount_setattr, KILL },
  { SYS_name_to_handle_at, REFUSE(EPERM) },
  { SYS_open_by_handle_at, KILL },
  { SYS_quotactl, KILL },
#ifdef SYS_quotactl_fd
  { SYS_quotactl_fd, KILL },
#endif
  { SYS_swapon, KILL },
  { SYS_swapoff, KILL },
  // Namespaces.
  { SYS_unshare, KILL },
  { SYS_setns, KILL },
  // glibc and others fall back to clone, whose flags a filter can read.
  { SYS_clone3, REFUSE(ENOSYS) },
  // The machine.
  { SYS_reboot, KILL },
  { SYS_kexec_load, KILL },
  { SYS_kexec_file_load, KILL },
  { SYS_init_module, KILL },
  { SYS_finit_module, KILL },
  { SYS_delete_module, KILL },
  { SYS_acct, KILL },
  { SYS_settimeofday, KILL },
  { SYS_clock_settime, KILL },
  { SYS_clock_adjtime, REFUSE(EPERM) },
  { SYS_adjtimex, REFUSE(EPERM) },
  { SYS_sethostname, KILL },
  { SYS_setdomainname, KILL },
  { SYS_syslog, REFUSE(EPERM) },
  { SYS_vhangup, REFUSE(EPERM) },
  // Large interfaces of the kernel with a history of holes.
  { SYS_bpf, KILL },
  { SYS_perf_event_open, REFUSE(EPERM) },
  { SYS_userfaultfd, REFUSE(EPERM) },
  { SYS_io_uring_setup, REFUSE(ENOSYS) },
  { SYS_io_uring_enter, REFUSE(ENOSYS) },
  { SYS_io_uring_register, REFUSE(ENOSYS) },
  { SYS_fanotify_init, REFUSE(EPERM) },
  // Asynchronous input and output has one limit for the whole machine (fs.aio-max-nr).
  { SYS_io_setup, REFUSE(ENOSYS) },
  { SYS_personality, REFUSE(EPERM) },
  { SYS_vmsplice, REFUSE(EPERM) },
  // Keyrings outlive a run and are shared by uid.
  { SYS_keyctl, REFUSE(ENOSYS) },
  { SYS_add_key, REFUSE(ENOSYS) },
  { SYS_request_key, REFUSE(ENOSYS) },
  // System V objects and message queues outlive their maker. Contest programs use neither, and refusing them saves each
  // run an IPC namespace of its own.
  { SYS_shmget, REFUSE(ENOSYS) },
  { SYS_semget, REFUSE(ENOSYS) },
  { SYS_msgget, REFUSE(ENOSYS) },
  { SYS_mq_open, REFUSE(ENOSYS) },
  // Descriptors that nobody received stay open after their run until the kernel happens to collect them: with the files
  // of /w, and counted against the user of the next run, who can tell how many there were. A filter cannot see what a
  // message carries; programs of contests send none.
  { SYS_sendmsg, REFUSE(EPERM) },
  { SYS_sendmmsg, REFUSE(EPERM) },
  // Every session gets a number that /proc/<pid>/autogroup shows and all sessions of the machine advance. No program
  // here needs more than the run's own session, so the call succeeds without effect.
  { SYS_setsid, REFUSE(0) },
  // Reveals exactly which pages of a shared file were read before, by any run; see also preadv2 below.
  { SYS_cachestat, REFUSE(ENOSYS) },
  // Flushing the host's disks makes all processes wait, and a process that waits for a disk cannot be killed.
  { SYS_sync, REFUSE(EPERM) },
  { SYS_syncfs, REFUSE(EPERM) },
  // Flushes the disk behind a file even if nothing of it was changed, as with the input or a file of /usr. Files of
  // programs lie in memory, where the call has no effect.
  { SYS_fsync, REFUSE(0) },
  { SYS_fdatasync, REFUSE(0) },
  // A slot keeps to the core that it is bound to.
  { SYS_sched_setaffinity, REFUSE(EPERM) },
  // Memory placement of other processes.
  { SYS_migrate_pages, REFUSE(EPERM) },
  { SYS_move_pages, REFUSE(EPERM) },
#if defined(__x86_64__)
  { SYS_iopl, KILL },
  { SYS_ioperm, KILL },
  { SYS_modify_ldt, REFUSE(ENOSYS) },
  { SYS_uselib, REFUSE(ENOSYS) },
#endif
};

// Calls refused as well where memory is measured by inspecting processes.
static const struct rule HIDDEN_MEMORY[] = {
  { SYS_memfd_create, REFUSE(EPERM) },
};

// Calls whose action depends on one argument: `test` compares its low half with the value.
static const struct { int call, argument; unsigned test, value, action, otherwise; } ARGUMENT_RULES[] = {
  { SYS_clone, 0, BPF_JSET, CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
    | CLONE_NEWCGROUP, KILL, ALLOW },
  // There is no network, so programs can do without its families, each of which makes the kernel load modules.
  { SYS_socket, 0, BPF_JEQ, AF_UNIX, ALLOW, REFUSE(EAFNOSUPPORT) },
  { SYS_socketpair, 0, BPF_JEQ, AF_UNIX, ALLOW, REFUSE(EAFNOSUPPORT) },
  // The host's reserved huge pages, which no memory cgroup counts.
  { SYS_mmap, 3, BPF_JSET, MAP_HUGETLB, REFUSE(EPERM), ALLOW },
  { SYS_memfd_create, 1, BPF_JSET, MFD_HUGETLB, REFUSE(EPERM), ALLOW },
  // Reads only what is in memory already.
  { SYS_preadv2, 5, BPF_JSET, RWF_NOWAIT, REFUSE(EOPNOTSUPP), ALLOW },
  // Flushes a file as fsync does.
  { SYS_msync, 2, BPF_JSET, MS_SYNC, REFUSE(0), ALLOW },
  // Throws a file that all runs share out of memory: the next one waits for the disk, and can tell.
  { SYS_fadvise64, 3, BPF_JEQ, POSIX_FADV_DONTNEED, REFUSE(0), ALLOW },
  // Packs a file that all runs share into huge pages, which later runs count in /proc/self/smaps.
  { SYS_madvise, 2, BPF_JEQ, COLLAPSE_PAGES, REFUSE(EINVAL), ALLOW },
  // Core scheduling lets a program keep others off the second thread of its core.
  { SYS_prctl, 0, BPF_JEQ, PR_SCHED_CORE, REFUSE(EPERM), ALLOW },
  { SYS_setrlimit, 0, BPF_JEQ, RLIMIT_CORE, REFUSE(EPERM), ALLOW }, // see set_limits in program.c
};

// Calls whose argument must not lie in a range, compared by its low half; `end` is not part of it. Rows of the same call
// follow each other.
static const struct { int call, argument; unsigned first, end, action; } RANGE_RULES[] = {
  // The kernel counts clocks of processor time down from -1, eight for each process: the caller has the first eight,
  // process 1 the next. These tell how much work earlier runs made for init.
  { SYS_clock_gettime, 0, -16u, -8u, REFUSE(EINVAL) },
  { SYS_clock_nanosleep, 0, -16u, -8u, REFUSE(EINVAL) },
  { SYS_timer_create, 0, -16u, -8u, REFUSE(EINVAL) },
  // Whoever opens a leased file waits for its holder, who may be any owner of the file, as programs are of their input in
  // the modes without root.
  { SYS_fcntl, 1, F_SETLEASE, F_GETLEASE + 1, REFUSE(EINVAL) },
  // A hint stays with a file of the system or of the box until the kernel forgets it, and shows to every later run: anybody
  // may set it under Linux 6.1, under newer versions the file's owner. What follows it are leases of directories, too
  // (F_SETDELEG, Linux 6.19), and what nobody knows yet.
  { SYS_fcntl, 1, SET_RW_HINT, -1u, REFUSE(EINVAL) },
  // Requests to the network, which any socket passes on: some load modules of the kernel for whoever asks.
  { SYS_ioctl, 1, 0x8900, 0x8a00, REFUSE(EPERM) },
};

// First call that these tables do not know (Linux 6.10 has all before it): newer ones are refused as if the kernel
// lacked them. Numbers from 424 on are the same on all architectures.
enum { FIRST_UNKNOWN_CALL = 463 };
