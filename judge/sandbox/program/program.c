// The child is made as vfork makes it: it borrows init's memory and init sleeps until exec. No page tables are copied
// (a tenth of a millisecond), and a failure is simply written into the shared structure. Therefore the child must not
// return from start_program's frame until exec, nor call functions that keep state in libc; credentials change by raw
// system calls for that reason.
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { OPEN_FILES = 512 };

// Name of the child's last step.
static const char EXECUTE[] = "execute";

// Errors of execve for a file whose content asks for what is not there: another format, an interpreter that is missing or is
// none itself. All others blame the machine.
static const int REFUSALS[] = { ENOEXEC, ENOENT, ENOTDIR, EACCES, ELIBBAD, EINVAL, ELOOP, ENAMETOOLONG };

// Calls clone3 with the stack shared: must be inlined, as a function that returned twice would find its frame
// overwritten.
static inline __attribute__((always_inline)) long
clone3_like_vfork(struct clone_args *arguments)
{
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(SYS_clone3), "D"(arguments), "S"(sizeof *arguments)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long number __asm__("x8") = SYS_clone3;
  register long first __asm__("x0") = (long) arguments;
  register long second __asm__("x1") = sizeof *arguments;
  __asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second) : "memory");
  return first;
#endif
}

static _Noreturn void
give_up(struct program *program, const char *step)
{
  program->failed_errno = errno;
  program->failed_step = step;
  _exit(127);
}

// Enters cgroups by "0", which means the caller and avoids a global lock of the kernel that a number would take: 0.05
// ms instead of 5 to 13.
static void
enter_cgroups(struct program *program)
{
  for (int i = 0; i < program->task_file_count; i++)
    if (write(program->task_files[i], "0", 1) != 1)
      give_up(program, "enter the cgroup");
}

static void
connect_streams(struct program *program)
{
  if (dup2(program->input, 0) < 0 || dup2(program->output, 1) < 0 || dup2(program->error, 2) < 0)
    give_up(program, "connect the standard streams");
  if (syscall(SYS_close_range, 3, ~0u, 0) < 0)
    give_up(program, "close other descriptors");
}

static void
limit(struct program *program, int resource, uint64_t value)
{
  struct rlimit wanted = { .rlim_cur = value, .rlim_max = value };
  if (setrlimit(resource, &wanted) == 0)
    return;
  // The process that started the judge may have set a lower limit, which only CAP_SYS_RESOURCE can raise.
  if (getrlimit(resource, &wanted) < 0)
    give_up(program, "read a resource limit");
  wanted.rlim_cur = wanted.rlim_max;
  if (setrlimit(resource, &wanted) < 0)
    give_up(program, "set a resource limit");
}

uint64_t
last_resort_seconds(const struct limits *limits)
{
  return 2 * (limits->cpu_us + 999999) / 1000000 + 10;
}

static void
set_limits(struct program *program)
{
  const struct limits *limits = program->limits;
  limit(program, RLIMIT_CPU, last_resort_seconds(limits));
  limit(program, RLIMIT_STACK, limits->memory_bytes);
  limit(program, RLIMIT_NPROC, limits->processes);
  limit(program, RLIMIT_NOFILE, OPEN_FILES);
  // 0 would stop core files only: a handler in core_pattern would still be started for every crash, as root and on
  // the host. 1 makes the kernel skip the handler too.
  limit(program, RLIMIT_CORE, 1);
  limit(program, RLIMIT_NICE, 0);
  limit(program, RLIMIT_RTPRIO, 0);
  limit(program, RLIMIT_MEMLOCK, 0);
  limit(program, RLIMIT_MSGQUEUE, 0);
}

static void
reset_signals(void)
{
  signal(SIGPIPE, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void
drop_rights(struct program *program)
{
  uid_t uid = program->uid;
  if (program->change_uid
      && (syscall(SYS_setgroups, 0, NULL) < 0 || syscall(SYS_setresgid, uid, uid, uid) < 0
          || syscall(SYS_setresuid, uid, uid, uid) < 0))
    give_up(program, "change the user");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
    give_up(program, "give up new privileges");
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, program->filter) < 0)
    give_up(program, "load the system call filter");
}

static _Noreturn __attribute__((noinline)) void
become_program(struct program *program)
{
  enter_cgroups(program);
  connect_streams(program);
  setsid();
  // Enters a cgroup namespace, so that the run cannot see its number. Init has none: where v2 is mounted with
  // nsdelegate, no process could be born outside it.
  if (unshare(CLONE_NEWCGROUP) < 0)
    give_up(program, "make a cgroup namespace");
  if (chdir("/w") < 0)
    give_up(program, "enter /w");
  setpriority(PRIO_PROCESS, 0, program->nice);
  set_limits(program);
  reset_signals();
  drop_rights(program);
  execve(program->argv[0], program->argv, program->env);
  give_up(program, EXECUTE);
}

__attribute__((noinline)) pid_t
start_program(struct program *program)
{
  struct clone_args arguments = {
    .flags = CLONE_VM | CLONE_VFORK | (program->group >= 0 ? CLONE_INTO_CGROUP : 0),
    .exit_signal = SIGCHLD,
    .cgroup = program->group >= 0 ? program->group : 0,
  };
  long pid = clone3_like_vfork(&arguments);
  if (pid == 0)
    become_program(program);
  if (pid < 0) {
    errno = -pid;
    return -1;
  }
  return pid;
}

// Looks for the file itself first: one that is missing, is no program or lies on a mount without programs is a fault of the
// judge. What lies elsewhere is the machine's.
bool
is_refused_by_kernel(const struct program *program)
{
  const char *path = program->argv[0];
  struct stat status;
  if (program->failed_step != EXECUTE || strncmp(path, "/box/", 5) != 0 || stat(path, &status) < 0
      || !S_ISREG(status.st_mode) || access(path, X_OK) < 0)
    return false;
  for (int i = 0; i < COUNT(REFUSALS); i++)
    if (program->failed_errno == REFUSALS[i])
      return true;
  return false;
}
