// Process 1 of a container: receives orders from the keeper and runs one program after another. It holds every right
// in the container and no program can attack it: programs have another uid or no capabilities, and process 1 receives
// only those signals from inside for which it installs a handler. The kernel kills every process of the container
// when it dies, and it dies with the keeper.
#include "init.h"

#include "cargo.h"
#include "base/files.h"
#include "watch/meter.h"
#include "container/proc.h"
#include "program/program.h"
#include "watch/starvation.h"
#include "watch/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Received order: the structure, its strings, its descriptors.
struct task {
  struct order order;
  char text[MAX_TEXT + 1];
  char *argv[MAX_ARGUMENTS + 1], *env[MAX_ARGUMENTS + 1], *directories[MAX_DIRECTORIES];
  char *in[MAX_FILES], *out[MAX_FILES];
  int fds[MAX_DESCRIPTORS], fd_count;
  int box, group, cpu_meter, oom_event, *task_files, *in_fds, *out_fds;
};

struct message { struct order order; char text[MAX_TEXT]; };

enum { STACK_BYTES = 128 * 1024 };

static int child_signals;
static int lasting_meter = -1;   // CPU time of ourselves and all runs; -1 where each run has a meter of its own
static uint64_t scratch_bytes = 64 << 20;

static char *
take_strings(char *text, char **strings, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    strings[i] = text;
    text += strlen(text) + 1;
  }
  return text;
}

// Receives an order and lays it out. The keeper is trusted and has checked counts and sizes.
static bool
receive_task(int control, struct task *task)
{
  static struct message message;
  ssize_t size;
  do
    size = receive_message(control, &message, sizeof message, task->fds, &task->fd_count);
  while (size == sizeof(struct stop_order)); // a stop that came when the run had ended
  if (size < (ssize_t) sizeof message.order)
    return false;
  task->order = message.order;
  memcpy(task->text, message.text, task->order.text_size);
  task->text[task->order.text_size] = '\0';
  char *text = take_strings(task->text, task->argv, task->order.argument_count);
  task->argv[task->order.argument_count] = NULL;
  text = take_strings(text, task->env, task->order.environment_count);
  task->env[task->order.environment_count] = NULL;
  text = take_strings(text, task->directories, task->order.directory_count);
  text = take_strings(text, task->in, task->order.in_count);
  take_strings(text, task->out, task->order.out_count);

  int *next = task->fds + 3;
  task->box = task->order.box == BOX_NEW ? *next++ : -1;
  task->group = task->order.has_group ? *next++ : -1;
  task->cpu_meter = task->order.has_cpu_meter ? *next++ : -1;
  task->oom_event = task->order.has_oom_event ? *next++ : -1;
  task->task_files = next;
  task->in_fds = next + task->order.task_files;
  task->out_fds = task->in_fds + task->order.in_count;
  return true;
}

static bool
show_new_box(struct task *task, struct report *report)
{
  if (task->order.box == BOX_KEEP || show_box(task->box))
    return true;
  return fail_run(report, "show", "/box");
}

// Reads the input ahead, so that its page cache is not charged to the program's memory.
static void
read_ahead(int input)
{
  struct stat status;
  if (fstat(input, &status) == 0 && S_ISREG(status.st_mode))
    readahead(input, 0, status.st_size);
}

// Delays the end of a program that failed, as its peer sees it. The peer reads the end only after this, so it cannot
// seem to have ended first because of that. It may be ending by itself just then: a program fails quickly when its
// peer has told it so before.
static void
part_from_peer(struct task *task, struct report *report)
{
  bool ended_badly = report->cause == CAUSE_SIGNAL || (report->cause == CAUSE_EXIT && report->wait_status != 0);
  if (ended_badly && task->order.limits.linger_us > 0) {
    usleep(task->order.limits.linger_us);
    report->ended_ns = now_ns();
  }
  close_fd(&task->fds[1]);
}

// Starts the program and watches it to its end.
static void
run_program(const struct init_plan *plan, struct task *task, struct report *report)
{
  int output[2] = { -1, -1 }, error[2];
  bool wired = task->order.wired;
  if ((!wired && pipe2(output, O_CLOEXEC) < 0) || pipe2(error, O_CLOEXEC) < 0)
    die("make pipes: %m");
  if (!wired)
    fcntl(output[0], F_SETFL, O_NONBLOCK);
  fcntl(error[0], F_SETFL, O_NONBLOCK);
  struct program program = {
    .argv = task->argv, .env = task->env,
    .input = task->fds[0], .output = wired ? task->fds[1] : output[1], .error = error[1],
    .group = task->group, .task_files = task->task_files, .task_file_count = task->order.task_files,
    .limits = &task->order.limits, .filter = seccomp_filter(!plan->has_cgroups),
    .nice = plan->nice, .uid = plan->container.uid, .change_uid = !plan->container.user_namespace,
  };
  struct cpu_meter meter = { .file = task->cpu_meter };
  if (meter.file < 0 && lasting_meter >= 0)
    meter = (struct cpu_meter) { .file = lasting_meter, .includes_init = true };
  start_meter(&meter);
  uint64_t started_ns = now_ns();
  pid_t pid = start_program(&program);
  close_fd(&output[1]);
  close(error[1]);
  if (wired)
    close_fd(&task->fds[0]);
  if (pid < 0) {
    fail_run(report, "start", task->argv[0]);
  } else {
    struct supervision supervision = {
      .limits = &task->order.limits, .meter = &meter, .oom_event = task->oom_event,
      .output_pipe = output[0], .output_file = wired ? -1 : task->fds[1], .wire = wired ? &task->fds[1] : NULL,
      .error_pipe = error[0], .error_file = task->fds[2],
      .child_signals = child_signals, .control = plan->control,
    };
    supervise(&supervision, pid, started_ns, report);
  }
  if (program.failed_step != NULL && !is_refused_by_kernel(&program)) {
    errno = program.failed_errno;
    report->wait_status = -1;
    fail_run(report, program.failed_step, task->argv[0]);
  }
  if (wired)
    part_from_peer(task, report);
  close_fd(&output[0]);
  close(error[0]);
}

static void
execute(const struct init_plan *plan, struct task *task)
{
  struct report report = { .cause = CAUSE_EXIT, .wait_status = -1 };
  if (task->order.limits.scratch_bytes != scratch_bytes) {
    scratch_bytes = task->order.limits.scratch_bytes;
    resize_scratch(scratch_bytes);
  }
  read_ahead(task->fds[0]);
  struct cargo cargo = {
    .order = &task->order, .directories = task->directories, .in = task->in, .out = task->out,
    .in_fds = task->in_fds, .out_fds = task->out_fds,
  };
  if (show_new_box(task, &report) && copy_in(&cargo, plan->container.uid, &report)) {
    run_program(plan, task, &report);
    if (report.cause != CAUSE_INTERNAL)
      copy_out(&cargo, &report);
  }
  // Output and error stream; one that leads to another program is no file.
  cut_behind(task->fds[1]);
  cut_behind(task->fds[2]);
  for (int i = 0; i < task->fd_count; i++)
    close_fd(&task->fds[i]);
  if (!send_message(plan->control, &report, sizeof report, NULL, 0, NULL, 0))
    _exit(0);
  // The keeper has its answer; this is done before the next run.
  renew_scratch(&plan->container, scratch_bytes);
  restart_pids();
}

// Enters the group in which all programs are born.
static void
enter_group(const struct run_group *group)
{
  for (int i = 0; i < group->task_file_count; i++)
    if (write(group->task_files[i], "0", 1) != 1)
      die("enter the container's cgroup: %m");
}

// Moves a descriptor to a number below those that are closed next.
static int
move_down(int fd, int number)
{
  if (fd >= 0 && dup3(fd, number, O_CLOEXEC) < 0 && errno != EINVAL)
    die("keep a descriptor: %m");
  return fd < 0 ? -1 : number;
}

// Closes all descriptors but the control socket and the meter: another slot's socket would keep that slot's init from
// noticing that the keeper is gone.
static int
keep_only(int control, int meter)
{
  int spare = fcntl(meter, F_DUPFD_CLOEXEC, 5);
  control = move_down(control, 3);
  lasting_meter = move_down(spare, 4);
  if (syscall(SYS_close_range, 5, ~0u, 0) < 0)
    die("close the keeper's descriptors: %m");
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
    die("open /dev/null: %m");
  close(null);
  return control;
}

static void
prepare_signals(void)
{
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  child_signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  if (child_signals < 0)
    die("watch for ended processes: %m");
  signal(SIGPIPE, SIG_IGN);
}

// Makes programs, which inherit it, die before the contest's services when the whole machine runs out of memory.
static void
volunteer_for_memory(void)
{
  if (!write_file_at(AT_FDCWD, "/proc/self/oom_score_adj", "500"))
    warn("cannot offer the programs to the kernel when memory runs out: %m");
}

// Binds to the slot's core. A core that was taken offline since it was chosen binds no slot, and costs no verdict.
static void
use_core(int core)
{
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  if (sched_setaffinity(0, sizeof cores, &cores) < 0)
    warn("cannot bind a slot to core %d (%m): it runs on any, and times will vary more", core);
}

// Touches all memory that runs can make us touch. A program is born in our memory, and the kernel begins its
// ru_maxrss with our peak, so a page that an earlier run made us touch for the first time would show there.
static void
settle_memory(void)
{
  char stack[STACK_BYTES];
  explicit_bzero(stack, sizeof stack);
  settle_meter();
  look_at_starvation(now_ns(), 0);
  // Without the right to lock memory the touched pages still stay mostly.
  mlockall(MCL_CURRENT);
}

void
init_main(const struct init_plan *given)
{
  static struct task task;
  struct init_plan plan = *given;
  enter_group(&plan.group);
  plan.control = keep_only(given->control, plan.group.cpu_meter);
  prepare_signals();
  if (plan.core >= 0)
    use_core(plan.core);
  volunteer_for_memory();
  enter_container(&plan.container);
  renew_scratch(&plan.container, scratch_bytes);
  settle_memory();
  // ppoll may otherwise be late by 0.05 ms.
  prctl(PR_SET_TIMERSLACK, 1);
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!send_message(plan.control, "r", 1, NULL, 0, NULL, 0))
    _exit(0);
  while (receive_task(plan.control, &task))
    execute(&plan, &task);
  _exit(0);
}
