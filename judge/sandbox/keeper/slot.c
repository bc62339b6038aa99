#include "slot.h"

#include "send-order.h"
#include "base/files.h"
#include "init/init.h"

#include <errno.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  // The only uid that exists inside a user namespace.
  MAPPED_UID = 1000,
  START_TIMEOUT_MS = 20000,
  // Distance between the numbers of the first processes of two pid namespaces, whose own numbers follow each other.
  NAMESPACE_STEP = 100003,
};

// Time after the latest end of a run at which a silent init is given up; init stops a run by itself, so silence is a
// fault.
static const uint64_t GIVE_UP_AFTER_NS = 30000000000;

void
prepare_slot(struct slot *slot, int number)
{
  *slot = (struct slot) { .number = number, .init = -1, .control = -1 };
  prepare_wires(&slot->wires);
}

// Returns a number that hardly any other helper of this machine has: in containers, several may have the same process id.
static uint64_t
helper_number(void)
{
  struct stat pid_namespace;
  return getpid() + (stat("/proc/self/ns/pid", &pid_namespace) == 0 ? pid_namespace.st_ino * NAMESPACE_STEP : 0);
}

static uid_t
slot_uid(const struct setting *setting, int slot)
{
  if (setting->user_namespace)
    return MAPPED_UID;
  return SLOT_UIDS + helper_number() * SLOTS_PER_HELPER % SLOT_UID_COUNT + slot;
}

// Returns the core of a slot. A program and its checker never work at once, and two connected programs take turns, so
// a second core gains nothing: a wake-up on the same core is cheaper.
static int
slot_core(const struct setting *setting, int slot)
{
  int pair = slot % MAX_CORES;
  return pair < setting->core_count ? setting->cores[pair] : -1;
}

static struct init_plan
plan_init(const struct setting *setting, const struct slot *slot, int control)
{
  return (struct init_plan) {
    .container = {
      .mount_point = setting->work_path,
      .hidden = setting->hidden, .hidden_count = setting->hidden_count,
      .uid = slot_uid(setting, slot->number), .user_namespace = setting->user_namespace,
    },
    .control = control,
    .nice = setting->nice,
    .has_cgroups = setting->cgroups.controllers & MEMORY,
    .group = slot->lasting,
    .core = slot_core(setting, slot->number),
  };
}

// Waits for init's first message, which reports that the container is ready.
static bool
wait_until_ready(int control)
{
  struct pollfd readable = { .fd = control, .events = POLLIN };
  char byte;
  return poll(&readable, 1, START_TIMEOUT_MS) == 1 && recv(control, &byte, 1, 0) == 1;
}

// Ends the container and returns how init ended, in waitpid's form: when it was alive, by our SIGKILL.
static int
end_container(struct setting *setting, struct slot *slot)
{
  int status = 0;
  if (slot->init < 0)
    return status;
  kill(slot->init, SIGKILL);
  while (waitpid(slot->init, &status, __WALL) < 0 && errno == EINTR) {
  }
  slot->init = -1;
  slot->box_inode = 0;
  close_fd(&slot->control);
  remove_group(&setting->cgroups, &slot->lasting);
  return status;
}

static bool
start_container(struct setting *setting, struct slot *slot)
{
  int sockets[2];
  if (!make_lasting_group(&setting->cgroups, &slot->lasting, slot->number))
    return false;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0)
    die("make a socket pair: %m");
  struct init_plan plan = plan_init(setting, slot, sockets[1]);
  struct clone_args arguments = { .flags = container_namespaces(&plan.container), .exit_signal = SIGCHLD };
  slot->init = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (slot->init == 0)
    init_main(&plan);
  close(sockets[1]);
  slot->control = sockets[0];
  if (slot->init < 0) {
    warn("make the namespaces of slot %d: %m", slot->number);
    close_fd(&slot->control);
    remove_group(&setting->cgroups, &slot->lasting);
    return false;
  }
  if (wait_until_ready(slot->control))
    return true;
  int status = end_container(setting, slot);
  warn("the container of slot %d did not come up: %s %d of its init", slot->number,
       WIFSIGNALED(status) ? "signal" : "exit code", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  return false;
}

bool
open_slot(struct setting *setting, struct slot *slot)
{
  slot->opened = slot->init >= 0 || start_container(setting, slot);
  if (slot->opened && slot->ready.name[0] == '\0')
    make_group(&setting->cgroups, &slot->ready, slot->number);
  return slot->opened;
}

// Removes files out that were not fetched, which must not be left behind empty.
static void
forget_files_out(struct setting *setting, struct slot *slot, uint32_t fetched)
{
  for (uint32_t i = 0; i < slot->out_count; i++) {
    if ((fetched & 1u << i) == 0)
      remove_beneath(setting->work_directory, slot->out_paths[i]);
    free(slot->out_paths[i]);
  }
  slot->out_count = 0;
}

// Empties the output and the error stream of a run that did not get to its end: they may still have content of the one
// before.
static void
empty_sinks(struct setting *setting, struct slot *slot)
{
  for (uint32_t i = 0; i < slot->sink_count; i++)
    empty_beneath(setting->work_directory, slot->sink_paths[i]);
}

static void
forget_sinks(struct slot *slot)
{
  for (uint32_t i = 0; i < slot->sink_count; i++)
    free(slot->sink_paths[i]);
  slot->sink_count = 0;
}

bool
start_run(struct setting *setting, struct slot *slot, const struct request *request, struct report *report)
{
  slot->asked_ns = now_ns();
  *report = (struct report) { .cause = CAUSE_INTERNAL, .wait_status = -1 };
  if (!open_slot(setting, slot)) {
    snprintf(report->message, sizeof report->message, "the container does not come up");
    return false;
  }
  bool started = send_order(setting, slot, request, report);
  // Init has its copies now. A copy left here would keep the peer from ever reading the end.
  close_fd(&slot->wires.input);
  close_fd(&slot->wires.output);
  slot->running = started;
  slot->house_due = true;
  slot->request_id = request->id;
  slot->limits = request->limits;
  slot->give_up_ns = slot->asked_ns + request->limits.wall_us * 1000 * WALL_STRETCH + GIVE_UP_AFTER_NS;
  if (!started) {
    forget_files_out(setting, slot, 0);
    remove_group(&setting->cgroups, &slot->current);
    // The order may have chosen a box that init does not have: a new container is simpler than undoing it.
    end_container(setting, slot);
    empty_sinks(setting, slot);
    forget_sinks(slot);
  }
  return started;
}

// Whether a program took what its limit allows. The page cache of a large input fills up to the limit as well, but makes
// room when the program wants it: what is left of it at the end was not wanted.
static bool
took_all_memory(struct setting *setting, struct slot *slot, uint64_t peak_bytes)
{
  uint64_t limit = slot->limits.memory_bytes;
  return peak_bytes >= limit && peak_bytes >= group_page_cache(&setting->cgroups, &slot->current) + limit / 8 * 7;
}

// Decides about memory by the kernel's record: an out-of-memory kill, or a failure with the limit reached. A program
// that succeeds at the limit did not exceed it. A program killed although it never reached its limit died because the
// machine, or the judge's service, had no more.
static void
add_memory_use(struct setting *setting, struct slot *slot, struct report *report)
{
  if ((setting->cgroups.controllers & MEMORY) == 0)
    return;
  struct memory_use use = group_memory(&setting->cgroups, &slot->current);
  report->peak_bytes = use.peak_bytes > 0 ? use.peak_bytes : report->peak_bytes;
  bool failed = report->cause == CAUSE_SIGNAL || (report->cause == CAUSE_EXIT && report->wait_status != 0);
  if (report->cause != CAUSE_INTERNAL && (use.oom_kills > 0 || (failed && took_all_memory(setting, slot, use.peak_bytes))))
    report->cause = CAUSE_MEMORY;
  bool near_limit = use.limit_hits > 0 || use.peak_bytes >= slot->limits.memory_bytes / 8 * 7;
  if (report->cause == CAUSE_MEMORY && !near_limit) {
    report->cause = CAUSE_INTERNAL;
    snprintf(report->message, sizeof report->message, "this machine ran out of memory");
  }
}

static void
receive_report(struct setting *setting, struct slot *slot, struct report *report)
{
  *report = (struct report) { .cause = CAUSE_INTERNAL, .wait_status = -1 };
  int fds[MAX_DESCRIPTORS], count;
  bool has_time = now_ns() < slot->give_up_ns;
  if (has_time && receive_message(slot->control, report, sizeof *report, fds, &count) == sizeof *report)
    return;
  *report = (struct report) { .cause = CAUSE_INTERNAL, .wait_status = -1 };
  int status = end_container(setting, slot);
  empty_sinks(setting, slot);
  if (!has_time)
    snprintf(report->message, sizeof report->message, "the container was closed or did not answer in time");
  else if (WIFSIGNALED(status))
    snprintf(report->message, sizeof report->message, "the container broke and is rebuilt: signal %d (%s) ended its init",
             WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    snprintf(report->message, sizeof report->message, "the container broke and is rebuilt: exit code %d of its init",
             WEXITSTATUS(status));
}

void
finish_run(struct setting *setting, struct slot *slot, struct report *report)
{
  receive_report(setting, slot, report);
  add_memory_use(setting, slot, report);
  forget_files_out(setting, slot, report->fetched);
  forget_sinks(slot);
  if (report->cause == CAUSE_INTERNAL)
    slot->box_inode = BOX_UNKNOWN;
  slot->running = false;
  // Removed while the next program runs; two ended groups coincide only after a run that never started.
  remove_group(&setting->cgroups, &slot->ended);
  slot->ended = slot->current;
  slot->current = (struct run_group) { .v2_directory = -1, .cpu_meter = -1, .oom_event = -1 };
}

void
stop_run(struct slot *slot)
{
  struct stop_order order = { 0 };
  // On failure init is gone, which the keeper notices by its socket.
  send_message(slot->control, &order, sizeof order, NULL, 0, NULL, 0);
}

void
keep_house(struct setting *setting, struct slot *slot)
{
  slot->house_due = false;
  remove_group(&setting->cgroups, &slot->ended);
  // The next run is mostly of the same solution; otherwise its limits are set then.
  if (slot->ready.name[0] == '\0' && make_group(&setting->cgroups, &slot->ready, slot->number))
    limit_group(&setting->cgroups, &slot->ready, &slot->limits);
}

void
close_slot(struct setting *setting, struct slot *slot)
{
  end_container(setting, slot);
  remove_group(&setting->cgroups, &slot->ready);
  remove_group(&setting->cgroups, &slot->current);
  remove_group(&setting->cgroups, &slot->ended);
  forget_files_out(setting, slot, 0);
  forget_sinks(slot);
  disconnect_slot(slot);
  slot->opened = slot->running = slot->house_due = false;
}
