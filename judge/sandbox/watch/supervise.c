// Runs one ppoll loop, whose timeout is that of the next look (looks.h).
//
// Every run ends alike: kill(-1) reaches every process of the container but us, and the kernel does it under the lock
// that fork needs, so a fork bomb cannot outrun it. Then we reap until there are no children.
#include "supervise.h"

#include "looks.h"
#include "streams.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

void
stop(struct watch *watch, enum cause cause)
{
  if (watch->stopped)
    return;
  watch->stopped = true;
  watch->report->cause = cause;
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

// Moves the output of a stream and stops watching it at its end, which would make ppoll return at once for ever.
static void
serve_stream(struct watch *watch, struct pollfd *stream, size_t (*pump_one)(struct watch *))
{
  if ((stream->revents & (POLLIN | POLLHUP)) != 0 && pump_one(watch) == 0)
    stream->fd = -1;
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
    struct timespec wait = time_to_next_look(watch, now_ns());
    if (ppoll(polled, sizeof polled / sizeof *polled, &wait, NULL) < 0 && errno != EINTR)
      die("wait for the program: %m");
    if (polled[3].revents != 0)
      hear_keeper(watch);
    if (polled[0].revents != 0) {
      // Read before the process is reaped; it is unknown afterwards.
      look_last(watch);
      drain_signals(given->child_signals);
      reap(watch, WNOHANG);
    }
    if (polled[4].revents != 0)
      stop(watch, CAUSE_MEMORY);
    serve_stream(watch, &polled[1], pump_output);
    serve_stream(watch, &polled[2], pump_error);
    if (!watch->main_ended)
      look_when_due(watch);
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
  plan_looks(&watch);
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
