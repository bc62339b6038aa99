// Deny-list in classic BPF. Namespaces and the program's powerless uid protect the host already; the list takes away
// kernel surface that no contest solution needs and the channels that namespaces do not cover (keyrings, vsock).
// Calls that a language's run-time library may try and do without are refused with an error; calls that only an
// attack makes end the program with SIGSYS, which the judge shows as a security violation.
#include "seccomp.h"

#include "common.h"

#include <errno.h>
#include <fcntl.h>
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
#include <sys/uio.h>

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#else
#error "the sandbox knows x86_64 and aarch64 only"
#endif

#ifndef SYS_cachestat
#define SYS_cachestat 451         // Linux 6.5, on all architectures
#endif

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
  // Core scheduling lets a program keep others off the second thread of its core.
  { SYS_prctl, 0, BPF_JEQ, PR_SCHED_CORE, REFUSE(EPERM), ALLOW },
  { SYS_setrlimit, 0, BPF_JEQ, RLIMIT_CORE, REFUSE(EPERM), ALLOW }, // see set_limits in program.c
};

// Calls that read a clock or wait for one, which they receive first. The kernel counts clocks of processor time down
// from -1, eight for each process: the caller has the first eight, process 1 the next. The latter tell how much work
// earlier runs made for init.
static const int CLOCK_CALLS[] = { SYS_clock_gettime, SYS_clock_nanosleep, SYS_timer_create };
static const unsigned CLOCKS_OF_CALLER = -8u, CLOCKS_OF_INIT = -16u;

enum {
  RULE_COUNT = sizeof RULES / sizeof *RULES,
  HIDDEN_MEMORY_COUNT = sizeof HIDDEN_MEMORY / sizeof *HIDDEN_MEMORY,
  ARGUMENT_RULE_COUNT = sizeof ARGUMENT_RULES / sizeof *ARGUMENT_RULES,
  CLOCK_CALL_COUNT = sizeof CLOCK_CALLS / sizeof *CLOCK_CALLS,
  MAX_RULES = RULE_COUNT + HIDDEN_MEMORY_COUNT + ARGUMENT_RULE_COUNT + CLOCK_CALL_COUNT + 1,
  LEAF_RULES = 4,
  X32_BIT = 0x40000000,
  // Targets in place of an action: instructions that test a call's arguments. No action of the kernel is so small.
  LOOK_AT_PRLIMIT = 1,
  LOOK_AT_CLOCK,
  LOOK_AT_ARGUMENT,               // first target of as many as ARGUMENT_RULES has rows
};

// Filter of 256 instructions, in which all labels can be reached: the longest jump reaches 255.
static struct sock_filter program[256];
static int length;

// Jumps lead forward only, so their targets are filled in when these are reached.
static struct { int at; unsigned target; bool when_true; } jumps[2 * MAX_RULES + 64];
static int jump_count;

static void
emit(struct sock_filter instruction)
{
  if (length == COUNT(program))
    die("the seccomp filter does not fit its array");
  program[length++] = instruction;
}

static void
jump_later(bool when_true, unsigned target)
{
  if (jump_count == COUNT(jumps))
    die("the seccomp filter has too many jumps");
  jumps[jump_count].at = length - 1;
  jumps[jump_count].when_true = when_true;
  jumps[jump_count++].target = target;
}

// Directs all jumps to the target to the next instruction. False when there are none.
static bool
arrive(unsigned target)
{
  bool found = false;
  for (int i = 0; i < jump_count; i++) {
    if (jumps[i].target != target)
      continue;
    struct sock_filter *jump = &program[jumps[i].at];
    *(jumps[i].when_true ? &jump->jt : &jump->jf) = length - jumps[i].at - 1;
    jumps[i--] = jumps[--jump_count];
    found = true;
  }
  return found;
}

static void
load(size_t offset)
{
  emit((struct sock_filter) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

// Loads the low half of an argument: the tested flags, families and pids are 32 bits wide (both machines are
// little-endian).
static void
load_argument(int index)
{
  load(offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

static void
leave_if(unsigned test, unsigned value, unsigned target)
{
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, 0));
  jump_later(true, target);
}

static void
leave_by(unsigned test, unsigned value, unsigned target, unsigned otherwise)
{
  leave_if(test, value, target);
  jump_later(false, otherwise);
}

static void
emit_architecture(void)
{
  load(offsetof(struct seccomp_data, arch));
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCH, 0, 0));
  jump_later(false, KILL);
  load(offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  leave_if(BPF_JGE, X32_BIT, KILL);
#endif
}

static void
look_at_argument(int i)
{
  if (!arrive(LOOK_AT_ARGUMENT + i))
    return;
  load_argument(ARGUMENT_RULES[i].argument);
  leave_by(ARGUMENT_RULES[i].test, ARGUMENT_RULES[i].value, ARGUMENT_RULES[i].action, ARGUMENT_RULES[i].otherwise);
}

// Tests prlimit. Without a uid of its own (no root) a program shares init's, whose limits it must not lower. The
// limit of core dumps may be read (no new limit) but not changed: see set_limits in program.c.
static void
look_at_prlimit(void)
{
  arrive(LOOK_AT_PRLIMIT);
  load_argument(0);
  leave_if(BPF_JSET, ~0u, REFUSE(EPERM));
  load_argument(1);
  emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 0));
  jump_later(false, ALLOW);
  load_argument(2);
  leave_if(BPF_JSET, ~0u, REFUSE(EPERM));
  load(offsetof(struct seccomp_data, args[2]) + sizeof(uint32_t));
  leave_by(BPF_JSET, ~0u, REFUSE(EPERM), ALLOW);
}

static void
look_at_clock(void)
{
  arrive(LOOK_AT_CLOCK);
  load_argument(0);
  leave_if(BPF_JGE, CLOCKS_OF_CALLER, ALLOW);
  leave_by(BPF_JGE, CLOCKS_OF_INIT, REFUSE(EINVAL), ALLOW);
}

static struct rule sorted[MAX_RULES];

static int
by_call(const void *left, const void *right)
{
  return ((const struct rule *) left)->call - ((const struct rule *) right)->call;
}

static bool
has_rule(int call, int count)
{
  for (int i = 0; i < count; i++)
    if (sorted[i].call == call)
      return true;
  return false;
}

// Sorts the rules by call and returns their number. A call that is refused anyway needs no test of its argument.
static int
sort_rules(bool refuse_hidden_memory)
{
  int count = RULE_COUNT;
  memcpy(sorted, RULES, sizeof RULES);
  if (refuse_hidden_memory) {
    memcpy(sorted + count, HIDDEN_MEMORY, sizeof HIDDEN_MEMORY);
    count += HIDDEN_MEMORY_COUNT;
  }
  sorted[count++] = (struct rule) { SYS_prlimit64, LOOK_AT_PRLIMIT };
  for (int i = 0; i < CLOCK_CALL_COUNT; i++)
    sorted[count++] = (struct rule) { CLOCK_CALLS[i], LOOK_AT_CLOCK };
  for (int i = 0; i < ARGUMENT_RULE_COUNT; i++)
    if (!has_rule(ARGUMENT_RULES[i].call, count))
      sorted[count++] = (struct rule) { ARGUMENT_RULES[i].call, LOOK_AT_ARGUMENT + i };
  qsort(sorted, count, sizeof *sorted, by_call);
  return count;
}

// Writes a search tree over the sorted rules, and one answer for all rules that share it. Every run pays for loading:
// the kernel translates each instruction, and walks the filter once for each of its 450 calls to learn which are
// always allowed. A plain list with its answers takes twice as long.
static void
emit_search(const struct rule *rules, int count)
{
  if (count > LEAF_RULES) {
    int half = count / 2;
    emit((struct sock_filter) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, rules[half].call, 0, 0));
    int branch = length - 1;
    emit_search(rules, half);
    // Larger numbers jump over the left half, which has no end of its own that falls through.
    program[branch].jt = length - branch - 1;
    emit_search(rules + half, count - half);
    return;
  }
  for (int i = 0; i < count; i++)
    leave_if(BPF_JEQ, rules[i].call, rules[i].action);
  jump_later(false, ALLOW);
}

static void
emit_answers(void)
{
  while (jump_count > 0) {
    unsigned action = jumps[0].target;
    arrive(action);
    emit((struct sock_filter) BPF_STMT(BPF_RET | BPF_K, action));
  }
}

const struct sock_fprog *
seccomp_filter(bool refuse_hidden_memory)
{
  static struct sock_fprog filter;
  if (length == 0) {
    emit_architecture();
    emit_search(sorted, sort_rules(refuse_hidden_memory));
    look_at_prlimit();
    look_at_clock();
    for (int i = 0; i < ARGUMENT_RULE_COUNT; i++)
      look_at_argument(i);
    emit_answers();
    filter = (struct sock_fprog) { .len = length, .filter = program };
  }
  return &filter;
}
