// One ppoll loop. Its timeout is the earlier of the wall limit and the next look at the CPU meter; that look comes
// at the earliest moment at which the limit could be reached if every core worked for the program, so a sleeping
// program costs a handful of looks and an overrun is noticed within about a millisecond.
//
// The end is the same whatever ended it: kill(-1) reaches every process of the container but us, and the kernel
// does it under the lock that fork needs, so a fork bomb cannot outrun it. Then we reap until there are no children.
#include "supervise.h"

#include "meter.h"
#include "wiretap.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  SHORTEST_LOOK_NS = 500000,
  // Without a memory cgroup the looks at memory are the limit, so they may not be far apart.
  LONGEST_LOOK_WITHOUT_CGROUP_NS = 4000000,
  // How soon the peer of a pair learns that an output was closed by a program that lives on.
  WIRE_LOOK_NS = 20000000,
  PUMP_BYTES = 1 << 20,
};

struct watch {
  const struct supervision *given;
  struct report *report;
  pid_t pid;
  bool main_ended, stopped;       // the first process ended; we stopped the run
  bool disk_full;
  uint64_t started_ns, ended_ns, next_look_ns, next_wire_look_ns;
  uint64_t reaped_before_us;      // of earlier runs in this container
  uint64_t error_bytes;
  int cores;
};

static void
stop(struct watch *watch, enum cause cause)
{
  if (watch->stopped)
    return;
  watch->stopped = true;
  watch->report->cause = cause;
}

static struct usage
measure(const struct watch *watch)
{
  if (watch->given->cpu_meter >= 0)
    return (struct usage) { .cpu_us = read_cpu_meter(watch->given->cpu_meter) };
  struct usage usage = sum_processes();
  usage.cpu_us -= watch->reaped_before_us;
  return usage;
}

static void
look_at_usage(struct watch *watch, uint64_t now)
{
  const struct limits *limits = watch->given->limits;
  struct usage usage = measure(watch);
  if (usage.memory_bytes > watch->report->peak_bytes)
    watch->report->peak_bytes = usage.memory_bytes;
  if (usage.cpu_us >= limits->cpu_us) {
    stop(watch, CAUSE_CPU);
    return;
  }
  if (usage.memory_bytes > limits->memory_bytes) {
    stop(watch, CAUSE_MEMORY);
    return;
  }
  uint64_t wait = (limits->cpu_us - usage.cpu_us) * 1000 / watch->cores;
  if (wait < SHORTEST_LOOK_NS)
    wait = SHORTEST_LOOK_NS;
  if (watch->given->cpu_meter < 0 && wait > LONGEST_LOOK_WITHOUT_CGROUP_NS)
    wait = LONGEST_LOOK_WITHOUT_CGROUP_NS;
  watch->next_look_ns = now + wait;
}

// A disk that is full is not the program's fault: what it wrote is lost, so its output must not be judged.
static void
stop_for_disk(struct watch *watch)
{
  snprintf(watch->report->message, sizeof watch->report->message, "store the output: %s", strerror(errno));
  stop(watch, CAUSE_INTERNAL);
}

// Moves what is in the pipe to the file, never more than `room`; what exceeds it is counted and thrown away.
// Returns the bytes taken out, 0 at the end or when the pipe is empty.
static size_t
pump(struct watch *watch, int pipe, int file, uint64_t room)
{
  ssize_t moved;
  if (room > 0 && !watch->disk_full) {
    moved = splice(pipe, NULL, file, NULL, room < PUMP_BYTES ? room : PUMP_BYTES, SPLICE_F_NONBLOCK);
    if (moved >= 0 || errno == EAGAIN)
      return moved > 0 ? moved : 0;
    watch->disk_full = true;
    stop_for_disk(watch);
  }
  char sink[65536];
  moved = read(pipe, sink, sizeof sink);
  return moved > 0 ? moved : 0;
}

static size_t
pump_output(struct watch *watch)
{
  if (watch->given->output_pipe < 0)
    return 0;
  uint64_t limit = watch->given->limits->output_bytes, *count = &watch->report->output_bytes;
  size_t moved = pump(watch, watch->given->output_pipe, watch->given->output_file, *count < limit ? limit - *count : 0);
  *count += moved;
  if (*count > limit)
    stop(watch, CAUSE_OUTPUT);
  return moved;
}

static size_t
pump_error(struct watch *watch)
{
  uint64_t limit = watch->given->limits->stderr_bytes, *count = &watch->error_bytes;
  size_t moved = pump(watch, watch->given->error_pipe, watch->given->error_file, *count < limit ? limit - *count : 0);
  *count += moved;
  return moved;
}

static void
count_output(struct watch *watch)
{
  watch->report->output_bytes = count_written(watch->pid);
  if (watch->report->output_bytes > watch->given->limits->output_bytes)
    stop(watch, CAUSE_OUTPUT);
}

// We hold a copy of a pair's output, so that its end is ours to tell: after we have noted when the program ended. A
// program that only closes its output must end it too, so we look whether anybody but us still has it.
static void
look_at_wire(struct watch *watch, uint64_t now)
{
  count_output(watch);
  if (*watch->given->wire >= 0 && !has_wire(watch->pid, *watch->given->wire))
    close_fd(watch->given->wire);
  watch->next_wire_look_ns = now + WIRE_LOOK_NS;
}

// Reaps what has ended, orphans included, which the kernel hands to us as the container's init.
static unsigned
reap(struct watch *watch, int options)
{
  unsigned reaped = 0;
  int status;
  struct rusage usage;
  for (pid_t pid; (pid = wait4(-1, &status, options | __WALL, &usage)) > 0;) {
    uint64_t peak = (uint64_t) usage.ru_maxrss * 1024;
    if (peak > watch->report->peak_bytes)
      watch->report->peak_bytes = peak;
    if (pid != watch->pid) {
      reaped++;
      continue;
    }
    watch->main_ended = true;
    watch->ended_ns = now_ns();
    watch->report->wait_status = status;
  }
  return reaped;
}

static void
drain_signals(int fd)
{
  struct signalfd_siginfo pending[8];
  while (read(fd, pending, sizeof pending) > 0) {
  }
}

// An end of file would make ppoll return at once for ever, so a closed stream is no longer watched.
static void
serve_stream(struct watch *watch, struct pollfd *stream, size_t (*pump_stream)(struct watch *))
{
  if ((stream->revents & (POLLIN | POLLHUP)) != 0 && pump_stream(watch) == 0)
    stream->fd = -1;
}

static struct timespec
time_left(uint64_t until, uint64_t now)
{
  uint64_t left = until > now ? until - now : 0;
  return (struct timespec) { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };
}

// While a program runs the keeper says nothing but that it shall end, or that itself has ended.
static void
hear_keeper(struct watch *watch)
{
  struct stop_order order;
  ssize_t length = recv(watch->given->control, &order, sizeof order, MSG_DONTWAIT);
  if (length == sizeof order)
    stop(watch, CAUSE_STOPPED);
  else if (length == 0 || errno != EAGAIN)
    _exit(0);
}

static void
watch_program(struct watch *watch)
{
  const struct supervision *given = watch->given;
  uint64_t wall_end_ns = watch->started_ns + given->limits->wall_us * 1000;
  struct pollfd polled[] = {
    { .fd = given->child_signals, .events = POLLIN },
    { .fd = given->output_pipe, .events = POLLIN },
    { .fd = given->error_pipe, .events = POLLIN },
    { .fd = given->control, .events = POLLIN },
    { .fd = given->oom_event, .events = POLLIN },
  };
  while (!watch->main_ended && !watch->stopped) {
    uint64_t now = now_ns();
    uint64_t next_ns = wall_end_ns < watch->next_look_ns ? wall_end_ns : watch->next_look_ns;
    struct timespec wait = time_left(next_ns < watch->next_wire_look_ns ? next_ns : watch->next_wire_look_ns, now);
    if (ppoll(polled, sizeof polled / sizeof *polled, &wait, NULL) < 0 && errno != EINTR)
      die("wait for the program: %m");
    if (polled[3].revents != 0)
      hear_keeper(watch);
    if (polled[0].revents != 0) {
      // Before it is reaped: afterwards nobody can tell.
      if (given->wire != NULL)
        count_output(watch);
      drain_signals(given->child_signals);
      reap(watch, WNOHANG);
    }
    if (polled[4].revents != 0)
      stop(watch, CAUSE_MEMORY);
    serve_stream(watch, &polled[1], pump_output);
    serve_stream(watch, &polled[2], pump_error);
    now = now_ns();
    if (!watch->main_ended && now >= watch->next_wire_look_ns)
      look_at_wire(watch, now);
    if (!watch->main_ended && now >= watch->next_look_ns)
      look_at_usage(watch, now);
    if (!watch->main_ended && now >= wall_end_ns)
      stop(watch, CAUSE_WALL);
  }
}

static void
end_all(struct watch *watch)
{
  reap(watch, WNOHANG);
  kill(-1, SIGKILL);
  watch->report->left_processes = reap(watch, 0);
  drain_signals(watch->given->child_signals);
}

static void
judge_end(struct watch *watch)
{
  struct report *report = watch->report;
  if (watch->stopped)
    return;
  int status = report->wait_status;
  if (WIFSIGNALED(status))
    report->cause = WTERMSIG(status) == SIGSYS ? CAUSE_SECURITY : CAUSE_SIGNAL;
  // It may have passed a limit between our last look and its own end. Memory counts here in the weaker mode only;
  // otherwise the cgroup decides.
  if (watch->given->cpu_meter < 0 && report->peak_bytes > watch->given->limits->memory_bytes)
    report->cause = CAUSE_MEMORY;
  if (report->cpu_us >= watch->given->limits->cpu_us)
    report->cause = CAUSE_CPU;
}

static int
core_count(void)
{
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) < 0 ? 1 : CPU_COUNT(&cores);
}

void
supervise(const struct supervision *given, pid_t pid, uint64_t started_ns, struct report *report)
{
  struct watch watch = {
    .given = given, .report = report, .pid = pid, .started_ns = started_ns, .cores = core_count(),
    .reaped_before_us = given->cpu_meter < 0 ? reaped_cpu_us() : 0,
  };
  watch.next_look_ns = started_ns + given->limits->cpu_us * 1000 / watch.cores;
  watch.next_wire_look_ns = given->wire == NULL ? UINT64_MAX : started_ns + WIRE_LOOK_NS;
  if (given->cpu_meter < 0 && watch.next_look_ns > started_ns + LONGEST_LOOK_WITHOUT_CGROUP_NS)
    watch.next_look_ns = started_ns + LONGEST_LOOK_WITHOUT_CGROUP_NS;
  watch_program(&watch);
  end_all(&watch);
  report->wall_us = (watch.ended_ns - started_ns) / 1000;
  report->ended_ns = watch.ended_ns;
  report->cpu_us = given->cpu_meter >= 0 ? read_cpu_meter(given->cpu_meter) : reaped_cpu_us() - watch.reaped_before_us;
  while (pump_output(&watch) > 0) {
  }
  while (pump_error(&watch) > 0) {
  }
  judge_end(&watch);
}
