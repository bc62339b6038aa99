// A deny-list in classic BPF. Namespaces and the program's powerless uid protect the host already; the list takes
// away kernel surface that no contest solution needs and the channels that namespaces do not cover (keyrings,
// vsock). What a language's run-time library may try and do without is refused with an error; what only an attack
// does ends the program with SIGSYS, which the judge shows as a security violation.
#include "seccomp.h"

#include "common.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#else
#error "the sandbox knows x86_64 and aarch64 only"
#endif

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
  // Flushing the host's disks makes everybody wait, and nobody who waits for a disk can be killed.
  { SYS_sync, REFUSE(EPERM) },
  { SYS_syncfs, REFUSE(EPERM) },
  // A slot keeps to the core that it is bound to.
  { SYS_sched_setaffinity, REFUSE(EPERM) },
  // Memory placement of others.
  { SYS_migrate_pages, REFUSE(EPERM) },
  { SYS_move_pages, REFUSE(EPERM) },
#if defined(__x86_64__)
  { SYS_iopl, KILL },
  { SYS_ioperm, KILL },
  { SYS_modify_ldt, REFUSE(ENOSYS) },
  { SYS_uselib, REFUSE(ENOSYS) },
#endif
};

// Refused besides where memory is counted by looking at processes.
static const struct rule HIDDEN_MEMORY[] = {
  { SYS_memfd_create, REFUSE(EPERM) },
  { SYS_shmget, REFUSE(ENOSYS) },
};

// Calls that are refused for what one argument says: `test` compares its low half with the value.
static const struct { int call, argument; unsigned test, value, action; } ARGUMENT_RULES[] = {
  { SYS_clone, 0, BPF_JSET, CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
    | CLONE_NEWCGROUP, KILL },
  // The host's reserved huge pages, which no memory cgroup counts.
  { SYS_mmap, 3, BPF_JSET, MAP_HUGETLB, REFUSE(EPERM) },
  { SYS_memfd_create, 1, BPF_JSET, MFD_HUGETLB, REFUSE(EPERM) },
  // Core scheduling lets a program keep others off the second thread of its core.
  { SYS_prctl, 0, BPF_JEQ, PR_SCHED_CORE, REFUSE(EPERM) },
  { SYS_setrlimit, 0, BPF_JEQ, RLIMIT_CORE, REFUSE(EPERM) }, // see set_limits in program.c
};

enum {
  RULE_COUNT = sizeof RULES / sizeof *RULES,
  HIDDEN_MEMORY_COUNT = sizeof HIDDEN_MEMORY / sizeof *HIDDEN_MEMORY,
  ARGUMENT_RULE_COUNT = sizeof ARGUMENT_RULES / sizeof *ARGUMENT_RULES,
  LEAF_RULES = 4,
  X32_BIT = 0x40000000,
};

static struct sock_filter program[64 + 4 * (RULE_COUNT + HIDDEN_MEMORY_COUNT) + 6 * ARGUMENT_RULE_COUNT];
static unsigned length;

static void
emit(struct sock_filter instruction)
{
  if (length == sizeof program / sizeof *program)
    die("the seccomp filter does not fit its array");
  program[length++] = instruction;
}

static void
load(size_t offset)
{
  emit((struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

// Low half of an argument: the flags, families and pids that we look at are 32 bits wide (both machines are
// little-endian).
static void
load_argument(int index)
{
  load(offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

static void
answer(unsigned action)
{
  emit((struct sock_filter) BPF_STMT(BPF_RET | BPF_K, action));
}

// The next `skip` instructions run only when `test` of the loaded value against `value` holds.
static void
only_if(unsigned test, unsigned value, unsigned skip)
{
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, skip));
}

static void
emit_architecture(void)
{
  load(offsetof(struct seccomp_data, arch));
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 1, 0));
  answer(KILL);
  load(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  only_if(BPF_JGE, X32_BIT, 1);
  answer(KILL);
#endif
}

static void
emit_argument_rules(void)
{
  for (int i = 0; i < ARGUMENT_RULE_COUNT; i++) {
    only_if(BPF_JEQ, ARGUMENT_RULES[i].call, 4);
    load_argument(ARGUMENT_RULES[i].argument);
    only_if(ARGUMENT_RULES[i].test, ARGUMENT_RULES[i].value, 1);
    answer(ARGUMENT_RULES[i].action);
    load(offsetof(struct seccomp_data, nr)); // for the rules below
  }
}

// There is no network, so programs can do without its families, each of which makes the kernel load modules.
static void
emit_socket(int call)
{
  only_if(BPF_JEQ, call, 4);
  load_argument(0);
  only_if(BPF_JEQ, AF_UNIX, 1);
  answer(SECCOMP_RET_ALLOW);
  answer(REFUSE(EAFNOSUPPORT));
}

// Without a uid of its own (no root) a program shares init's, whose limits it must not lower. The limit of core
// dumps may be read (no new limit) but not changed: see set_limits in program.c.
static void
emit_prlimit(void)
{
  only_if(BPF_JEQ, SYS_prlimit64, 12);
  load_argument(0);
  only_if(BPF_JSET, ~0u, 1);
  answer(REFUSE(EPERM));
  load_argument(1);
  only_if(BPF_JEQ, RLIMIT_CORE, 6);
  load_argument(2);
  only_if(BPF_JSET, ~0u, 1);
  answer(REFUSE(EPERM));
  load(offsetof(struct seccomp_data, args[2]) + sizeof(uint32_t));
  only_if(BPF_JSET, ~0u, 1);
  answer(REFUSE(EPERM));
  answer(SECCOMP_RET_ALLOW);
}

static struct rule sorted[RULE_COUNT + HIDDEN_MEMORY_COUNT];

static int
by_call(const void *left, const void *right)
{
  return ((const struct rule *) left)->call - ((const struct rule *) right)->call;
}

static int
sort_rules(bool refuse_hidden_memory)
{
  int count = RULE_COUNT;
  memcpy(sorted, RULES, sizeof RULES);
  if (refuse_hidden_memory) {
    memcpy(sorted + count, HIDDEN_MEMORY, sizeof HIDDEN_MEMORY);
    count += HIDDEN_MEMORY_COUNT;
  }
  qsort(sorted, count, sizeof *sorted, by_call);
  return count;
}

// A search tree over the sorted rules. When a filter is loaded the kernel walks it once for each of its 450 calls to
// learn which are always allowed; a plain list doubles the cost of loading, which every run pays.
static void
emit_search(const struct rule *rules, int count)
{
  if (count > LEAF_RULES) {
    int half = count / 2;
    only_if(BPF_JGE, rules[half].call, 0);
    struct sock_filter *branch = &program[length - 1];
    unsigned left = length;
    emit_search(rules, half);
    // Larger numbers jump over the left half.
    if (length - left > UINT8_MAX)
      die("the seccomp filter has grown beyond what a jump can reach");
    branch->jt = length - left;
    emit_search(rules + half, count - half);
    return;
  }
  for (int i = 0; i < count; i++) {
    only_if(BPF_JEQ, rules[i].call, 1);
    answer(rules[i].action);
  }
  answer(SECCOMP_RET_ALLOW);
}

const struct sock_fprog *
seccomp_filter(bool refuse_hidden_memory)
{
  static struct sock_fprog filter;
  if (length == 0) {
    emit_architecture();
    emit_argument_rules();
    emit_socket(SYS_socket);
    emit_socket(SYS_socketpair);
    emit_prlimit();
    emit_search(sorted, sort_rules(refuse_hidden_memory));
    filter = (struct sock_fprog) { .len = length, .filter = program };
  }
  return &filter;
}
