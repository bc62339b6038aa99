#include "looks.h"

#include "meter.h"
#include "starvation.h"
#include "wiretap.h"

#include <stdio.h>

enum {
  SHORTEST_LOOK_NS = 500000,
  // Longest such pause near the limit of a program that others keep from the processor.
  LONGEST_SHORT_LOOK_NS = 32000000,
  // Ratio of wall time to CPU time, in tenths, above which others had the processor, too.
  CROWDED_TENTHS = 13,
  // Longest pause between samples of memory without a memory cgroup, where they are the limit.
  LONGEST_LOOK_WITHOUT_CGROUP_NS = 4000000,
  // Time in which the peer of a pair learns that a program closed its output and lives on.
  WIRE_LOOK_NS = 20000000,
  // Pause between samples of a run's waits; a shorter run is sampled once, at its end. A sample walks through /proc, and says nothing
  // that counts of a run that ended so far from its wall limit, unless its wait was that of its peer.
  STARVATION_LOOK_NS = 200000000,
  SHORTEST_STARVED_RUN_NS = 100000000,
  SHORTEST_STARVED_WIRED_RUN_NS = 20000000,
};

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

// Returns the shortest pause before the next look. We share the program's part of a crowded core: frequent looks near the limit
// would take all of it, and the program would stand still there. The pause doubles while the program gets less than half of
// the time. A limit that is passed meanwhile counts at the end of the run.
static uint64_t
shortest_pause(struct watch *watch, uint64_t cpu_us, uint64_t now)
{
  uint64_t got_us = cpu_us > watch->looked_cpu_us ? cpu_us - watch->looked_cpu_us : 0;
  bool has_half = got_us * 1000 * 2 >= now - watch->looked_ns;
  uint64_t doubled = watch->shortest_look_ns * 2;
  uint64_t longer = doubled < LONGEST_SHORT_LOOK_NS ? doubled : LONGEST_SHORT_LOOK_NS;
  watch->shortest_look_ns = has_half ? SHORTEST_LOOK_NS : longer;
  watch->looked_ns = now;
  watch->looked_cpu_us = cpu_us;
  return watch->shortest_look_ns;
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
  uint64_t shortest = shortest_pause(watch, usage.cpu_us, now);
  if (wait < shortest)
    wait = shortest;
  if (watch->given->meter->file < 0) {
    // While processes begin, they may end unseen.
    uint64_t longest = usage.newest_pid > watch->newest_pid ? SHORTEST_LOOK_NS : LONGEST_LOOK_WITHOUT_CGROUP_NS;
    wait = wait < longest ? wait : longest;
    watch->newest_pid = usage.newest_pid;
  }
  watch->next_look_ns = now + wait;
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

void
plan_looks(struct watch *watch)
{
  const struct supervision *given = watch->given;
  uint64_t started_ns = watch->started_ns;
  watch->looked_ns = started_ns;
  watch->shortest_look_ns = SHORTEST_LOOK_NS;
  watch->next_look_ns = started_ns + given->limits->cpu_us * 1000 / watch->cores;
  reset_starvation(started_ns);
  watch->next_starvation_look_ns = started_ns + STARVATION_LOOK_NS;
  watch->next_wire_look_ns = given->wire == NULL ? UINT64_MAX : started_ns + WIRE_LOOK_NS;
  if (given->meter->file < 0 && watch->next_look_ns > started_ns + LONGEST_LOOK_WITHOUT_CGROUP_NS)
    watch->next_look_ns = started_ns + LONGEST_LOOK_WITHOUT_CGROUP_NS;
}

void
look_when_due(struct watch *watch)
{
  uint64_t now = now_ns();
  if (now >= watch->next_wire_look_ns)
    look_at_wire(watch, now);
  if (now >= watch->next_look_ns)
    look_at_usage(watch, now);
  if (now >= watch->next_starvation_look_ns)
    look_at_waits(watch, now);
  look_at_clock(watch, now);
}

void
look_last(struct watch *watch)
{
  bool is_wired = watch->given->wire != NULL;
  if (is_wired)
    count_output(watch);
  uint64_t now = now_ns();
  if (now >= watch->started_ns + (is_wired ? SHORTEST_STARVED_WIRED_RUN_NS : SHORTEST_STARVED_RUN_NS))
    look_at_waits(watch, now);
}

struct timespec
time_to_next_look(const struct watch *watch, uint64_t now)
{
  uint64_t next = wall_end_ns(watch);
  const uint64_t looks[] = { watch->next_look_ns, watch->next_wire_look_ns, watch->next_starvation_look_ns };
  for (int i = 0; i < COUNT(looks); i++)
    next = looks[i] < next ? looks[i] : next;
  uint64_t left = next > now ? next - now : 0;
  return (struct timespec) { .tv_sec = left / 1000000000, .tv_nsec = left % 1000000000 };
}
