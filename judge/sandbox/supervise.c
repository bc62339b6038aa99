// Runs one ppoll loop. Its timeout is the earlier of the wall limit and the next sample of the CPU meter; that sample
// comes at the earliest moment at which the limit could be reached if every core worked for the program, so a
// sleeping program costs a handful of samples and an overrun is noticed within about a millisecond.
//
// Every run ends alike: kill(-1) reaches every process of the container but us, and the kernel does it under the lock
// that fork needs, so a fork bomb cannot outrun it. Then we reap until there are no children.
#include "supervise.h"

#include "meter.h"
#include "pump.h"
#include "starvation.h"
#include "wiretap.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
  // Ratio of wall time to CPU time, in tenths, above which others had the processor, too.
  CROWDED_TENTHS = 13,
  // Longest pause between samples of memory without a memory cgroup, where they are the limit.
  LONGEST_LOOK_WITHOUT_CGROUP_NS = 4000000,
  // Time in which the peer of a pair learns that a program closed its output and lives on.
  WIRE_LOOK_NS = 20000000,
  // Pause between samples of a run's waits; a shorter run is sampled once, at its end.
  STARVATION_LOOK_NS = 200000000,
  SHORTEST_STARVED_RUN_NS = 20000000,
};

struct watch {
  const struct supervision *given;
  struct report *report;
  pid_t pid;
  bool main_ended, stopped;       // the first process ended; we stopped the run
  bool childless;                 // no process of the run is left
  bool disk_full;
  uint64_t started_ns, ended_ns, next_look_ns, next_wire_look_ns, next_starvation_look_ns;
  uint64_t error_bytes;
  int cores, newest_pid;
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
  const struct cpu_meter *meter = watch->given->meter;
  if (meter->file >= 0)
    return (struct usage) { .cpu_us = read_meter(meter) };
  return sum_processes(meter);
}

static void
look_at_waits(struct watch *watch, uint64_t now)
{
  look_at_starvation(now, measure(watch).cpu_us);
  watch->report->starved_us = starved_us();
  watch->next_starvation_look_ns = now + STARVATION_LOOK_NS;
}

// Returns the time of the wall limit, which is for programs that sleep or are stuck: time in which others had the
// processor is added to it.
static uint64_t
wall_end_ns(const struct watch *watch)
{
  return watch->started_ns + (watch->given->limits->wall_us + watch->report->starved_us) * 1000;
}

// Stops a run at its wall limit. A run that was starved for too long revealed nothing about itself: the machine is
// blamed.
static void
look_at_clock(struct watch *watch, uint64_t now)
{
  uint64_t longest_ns = watch->given->limits->wall_us * 1000 * WALL_STRETCH;
  if (now >= wall_end_ns(watch))
    look_at_waits(watch, now);
  if (now >= wall_end_ns(watch)) {
    stop(watch, CAUSE_WALL);
  } else if (now >= watch->started_ns + longest_ns) {
    snprintf(watch->report->message, sizeof watch->report->message,
             "this machine is too busy: it kept the program from the processor for %ju of %ju ms",
             (uintmax_t) watch->report->starved_us / 1000, (uintmax_t) (now - watch->started_ns) / 1000000);
    stop(watch, CAUSE_INTERNAL);
  }
}

// Returns the CPU time at which the run is stopped. One that took clearly longer by the clock than it computed may have
// been slowed down by others, and goes on for a while: one that ends soon after its limit may then be run again, which
// is not worth the time for one that does not.
static uint64_t
cpu_end_us(const struct watch *watch, uint64_t cpu_us, uint64_t now)
{
  const struct limits *limits = watch->given->limits;
  bool is_crowded = (now - watch->started_ns) / 1000 * 10 > cpu_us * CROWDED_TENTHS;
  return is_crowded && limits->crowded_cpu_us > limits->cpu_us ? limits->crowded_cpu_us : limits->cpu_us;
}

static void
look_at_usage(struct watch *watch, uint64_t now)
{
  const struct limits *limits = watch->given->limits;
  struct usage usage = measure(watch);
  if (usage.memory_bytes > watch->report->peak_bytes)
    watch->report->peak_bytes = usage.memory_bytes;
  uint64_t cpu_end = cpu_end_us(watch, usage.cpu_us, now);
  if (usage.cpu_us >= cpu_end) {
    stop(watch, CAUSE_CPU);
    return;
  }
  if (usage.memory_bytes > limits->memory_bytes) {
    stop(watch, CAUSE_MEMORY);
    return;
  }
  uint64_t next_limit = usage.cpu_us < limits->cpu_us ? limits->cpu_us : cpu_end;
  uint64_t wait = (next_limit - usage.cpu_us) * 1000 / watch->cores;
  if (wait < SHORTEST_LOOK_NS)
    wait = SHORTEST_LOOK_NS;
  if (watch->given->meter->file < 0) {
    // While processes begin, they may end unseen.
    uint64_t longest = usage.newest_pid > watch->newest_pid ? SHORTEST_LOOK_NS : LONGEST_LOOK_WITHOUT_CGROUP_NS;
    wait = wait < longest ? wait : longest;
    watch->newest_pid = usage.newest_pid;
  }
  watch->next_look_ns = now + wait;
}

// Stops a run whose output could not be written. A full disk is not the program's fault: output was lost, so the rest
// must not be judged.
static void
stop_for_disk(struct watch *watch)
{
  snprintf(watch->report->message, sizeof watch->report->message, "store the output: %s", strerror(errno));
  stop(watch, CAUSE_INTERNAL);
}

// Moves the pending output of one of the program's streams to its file.
static size_t
pump_stream(struct watch *watch, int pipe, int file, uint64_t limit, uint64_t *count)
{
  bool had_room = !watch->disk_full;
  size_t moved = pump(pipe, file, *count < limit ? limit - *count : 0, &watch->disk_full);
  if (had_room && watch->disk_full)
    stop_for_disk(watch);
  *count += moved;
  return moved;
}

static size_t
pump_output(struct watch *watch)
{
  if (watch->given->output_pipe < 0)
    return 0;
  uint64_t limit = watch->given->limits->output_bytes, *count = &watch->report->output_bytes;
  size_t moved = pump_stream(watch, watch->given->output_pipe, watch->given->output_file, limit, count);
  if (*count > limit)
    stop(watch, CAUSE_OUTPUT);
  return moved;
}

static size_t
pump_error(struct watch *watch)
{
  const struct supervision *given = watch->given;
  return pump_stream(watch, given->error_pipe, given->error_file, given->limits->stderr_bytes, &watch->error_bytes);
}

static void
count_output(struct watch *watch)
{
  watch->report->output_bytes = count_written(watch->pid);
  if (watch->report->output_bytes > watch->given->limits->output_bytes)
    stop(watch, CAUSE_OUTPUT);
}

// Checks whether only we have a pair's output open. We hold a copy of it, so that the peer sees its end only after we
// have recorded when the program ended. A program that merely closes its output must end it too.
static void
look_at_wire(struct watch *watch, uint64_t now)
{
  count_output(watch);
  if (*watch->given->wire >= 0 && !has_wire(watch->pid, *watch->given->wire))
    close_fd(watch->given->wire);
  watch->next_wire_look_ns = now + WIRE_LOOK_NS;
}

// Reaps processes that ended, including orphans, which the kernel hands to us as the container's init, or to an ancestor
// of theirs that is our descendant. So when we have no child at all, there is nobody left who could fork.
static unsigned
reap(struct watch *watch, int options)
{
  unsigned reaped = 0;
  int status;
  struct rusage usage;
  pid_t pid;
  while ((pid = wait4(-1, &status, options | __WALL, &usage)) > 0) {
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
  watch->childless = pid < 0 && errno == ECHILD;
  return reaped;
}

static void
drain_signals(int fd)
{
  struct signalfd_siginfo pending[8];
  while (read(fd, pending, sizeof pending) > 0) {
  }
}

// Moves the output of a stream and stops watching it at its end, which would make ppoll return at once for ever.
static void
serve_stream(struct watch *watch, struct pollfd *stream, size_t (*pump_one)(struct watch *))
{
  if ((stream->revents & (POLLIN | POLLHUP)) != 0 && pump_one(watch) == 0)
    stream->fd = -1;
}

static struct timespec
time_to_next_look(const struct watch *watch, uint64_t now)
{
  uint64_t next = wall_end_ns(watch);
  const uint64_t looks[] = { watch->next_look_ns, watch->next_wire_look_ns, watch->next_starvation_look_ns };
  for (int i = 0; i < COUNT(looks); i++)
    next = looks[i] < next ? looks[i] : next;
  uint64_t left = next > now ? next - now : 0;
  return (struct timespec) { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };
}

// Handles a message of the keeper, which during a run is only the order to end it, or the end of the keeper itself.
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
  struct pollfd polled[] = {
    { .fd = given->child_signals, .events = POLLIN },
    { .fd = given->output_pipe, .events = POLLIN },
    { .fd = given->error_pipe, .events = POLLIN },
    { .fd = given->control, .events = POLLIN },
    { .fd = given->oom_event, .events = POLLIN },
  };
  while (!watch->main_ended && !watch->stopped) {
    uint64_t now = now_ns();
    struct timespec wait = time_to_next_look(watch, now);
    if (ppoll(polled, sizeof polled / sizeof *polled, &wait, NULL) < 0 && errno != EINTR)
      die("wait for the program: %m");
    if (polled[3].revents != 0)
      hear_keeper(watch);
    if (polled[0].revents != 0) {
      // Read before the process is reaped; it is unknown afterwards.
      if (given->wire != NULL)
        count_output(watch);
      now = now_ns();
      if (now >= watch->started_ns + SHORTEST_STARVED_RUN_NS)
        look_at_waits(watch, now);
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
    if (!watch->main_ended && now >= watch->next_starvation_look_ns)
      look_at_waits(watch, now);
    if (!watch->main_ended)
      look_at_clock(watch, now);
  }
}

static void
end_all(struct watch *watch)
{
  if (!watch->childless)
    reap(watch, WNOHANG);
  // The kernel looks at every process of the machine for this, which most runs can do without.
  if (!watch->childless) {
    kill(-1, SIGKILL);
    watch->report->left_processes = reap(watch, 0);
  }
  drain_signals(watch->given->child_signals);
}

// Whether RLIMIT_CPU may have ended the program; it sends SIGKILL.
static bool
is_last_resort(const struct watch *watch, int status)
{
  uint64_t earliest_ns = last_resort_seconds(watch->given->limits) * 1000000000 / watch->cores;
  return WTERMSIG(status) == SIGKILL && watch->ended_ns - watch->started_ns >= earliest_ns;
}

static void
judge_end(struct watch *watch)
{
  struct report *report = watch->report;
  if (watch->stopped)
    return;
  int status = report->wait_status;
  if (WIFSIGNALED(status))
    report->cause = WTERMSIG(status) == SIGSYS ? CAUSE_SECURITY : is_last_resort(watch, status) ? CAUSE_CPU : CAUSE_SIGNAL;
  // The run may have passed a limit between our last sample and its own end. Memory counts here in the weaker mode
  // only; otherwise the cgroup decides.
  if (watch->given->meter->file < 0 && report->peak_bytes > watch->given->limits->memory_bytes)
    report->cause = CAUSE_MEMORY;
  if (report->cpu_us >= watch->given->limits->cpu_us)
    report->cause = CAUSE_CPU;
}

void
supervise(const struct supervision *given, pid_t pid, uint64_t started_ns, struct report *report)
{
  struct watch watch = {
    .given = given, .report = report, .pid = pid, .started_ns = started_ns, .cores = usable_cores(),
  };
  watch.next_look_ns = started_ns + given->limits->cpu_us * 1000 / watch.cores;
  reset_starvation(started_ns);
  watch.next_starvation_look_ns = started_ns + STARVATION_LOOK_NS;
  watch.next_wire_look_ns = given->wire == NULL ? UINT64_MAX : started_ns + WIRE_LOOK_NS;
  if (given->meter->file < 0 && watch.next_look_ns > started_ns + LONGEST_LOOK_WITHOUT_CGROUP_NS)
    watch.next_look_ns = started_ns + LONGEST_LOOK_WITHOUT_CGROUP_NS;
  watch_program(&watch);
  end_all(&watch);
  report->wall_us = (watch.ended_ns - started_ns) / 1000;
  report->ended_ns = watch.ended_ns;
  report->cpu_us = read_meter(given->meter);
  while (pump_output(&watch) > 0) {
  }
  while (pump_error(&watch) > 0) {
  }
  judge_end(&watch);
}
