// Each run gets a fresh group, so that no charge of an earlier run counts for a later one. Only the v1 hierarchies of
// processes and CPU time have one group per container: a process that was reaped is charged no more, and CPU time is
// measured from the start of a run. Both save two mkdir and rmdir pairs a run.
#include "run-group.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

// Returns an event for exhausted memory. v1 kills one process and lets the others wait; init ends the run instead.
static int
open_oom_event(int directory)
{
  int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), control = openat(directory, "memory.oom_control", O_RDONLY | O_CLOEXEC);
  char text[32];
  snprintf(text, sizeof text, "%d %d", event, control);
  bool registered = event >= 0 && control >= 0 && write_file_at(directory, "cgroup.event_control", text);
  close_fd(&control);
  if (!registered)
    close_fd(&event);
  return event;
}

// Opens the files of one hierarchy that the program and init need.
static bool
open_group_files(struct hierarchy *hierarchy, struct run_group *group, int directory)
{
  if (hierarchy->version == 2) {
    group->v2_directory = directory;
    // Neither file exists without the memory controller. A run ends as a whole when one process ran out of memory.
    write_file_at(directory, "memory.swap.max", "0");
    write_file_at(directory, "memory.oom.group", "1");
  } else {
    int tasks = openat(directory, "tasks", O_WRONLY | O_CLOEXEC);
    if (tasks < 0)
      return false;
    group->task_files[group->task_file_count++] = tasks;
    if (hierarchy->controllers & MEMORY)
      group->oom_event = open_oom_event(directory);
  }
  if (hierarchy->controllers & CPU) {
    const char *meter = hierarchy->version == 2 ? "cpu.stat" : "cpuacct.usage";
    group->cpu_meter = openat(directory, meter, O_RDONLY | O_CLOEXEC);
    return group->cpu_meter >= 0;
  }
  return true;
}

// Whether one group serves all runs of a container. Memory stays charged after a run (page cache, the kernel's own);
// under v2 init may not be a member.
static bool
needs_no_fresh_group(const struct hierarchy *hierarchy)
{
  return hierarchy->version == 1 && (hierarchy->controllers & MEMORY) == 0;
}

static bool
make_directories(struct cgroups *cgroups, struct run_group *group, bool lasting)
{
  for (int i = 0; i < MAX_HIERARCHIES; i++)
    group->directories[i] = -1;
  for (int i = 0; i < cgroups->count; i++) {
    struct hierarchy *hierarchy = &cgroups->hierarchies[i];
    if (needs_no_fresh_group(hierarchy) != lasting)
      continue;
    if (mkdirat(hierarchy->directory, group->name, 0755) < 0)
      return false;
    group->directories[i] = openat(hierarchy->directory, group->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (group->directories[i] < 0 || !open_group_files(hierarchy, group, group->directories[i]))
      return false;
  }
  return true;
}

static bool
make_named(struct cgroups *cgroups, struct run_group *group, int slot, bool lasting)
{
  static unsigned serial;
  *group = (struct run_group) { .v2_directory = -1, .cpu_meter = -1, .oom_event = -1, .own_processes = lasting };
  if (cgroups->count == 0)
    return true;
  snprintf(group->name, sizeof group->name, "slot%d-%s%u", slot, lasting ? "init" : "run", serial++);
  if (make_directories(cgroups, group, lasting))
    return true;
  warn("cannot make the cgroup %s: %m", group->name);
  remove_group(cgroups, group);
  return false;
}

bool
make_group(struct cgroups *cgroups, struct run_group *group, int slot)
{
  return make_named(cgroups, group, slot, false);
}

bool
make_lasting_group(struct cgroups *cgroups, struct run_group *group, int slot)
{
  return make_named(cgroups, group, slot, true);
}

static bool
write_number(int directory, const char *name, uint64_t number)
{
  char text[32];
  snprintf(text, sizeof text, "%ju", (uintmax_t) number);
  return write_file_at(directory, name, text);
}

// Limits memory and swap together; the file is absent where the kernel does not count swap.
static bool
limit_memory_with_swap(int directory, uint64_t bytes)
{
  return write_number(directory, "memory.memsw.limit_in_bytes", bytes) || errno == ENOENT || errno == EOPNOTSUPP;
}

// Sets both limits in an order in which memory and swap together are never less than memory alone, as the kernel
// demands.
static bool
limit_memory(int version, int directory, uint64_t bytes, uint64_t before)
{
  if (version == 2)
    return write_number(directory, "memory.max", bytes);
  bool raise = before > 0 && bytes > before;
  return (!raise || limit_memory_with_swap(directory, bytes)) && write_number(directory, "memory.limit_in_bytes", bytes)
    && (raise || limit_memory_with_swap(directory, bytes));
}

bool
limit_group(struct cgroups *cgroups, struct run_group *group, const struct limits *limits)
{
  if (group->memory_bytes == limits->memory_bytes && group->processes == limits->processes)
    return true;
  for (int i = 0; i < cgroups->count; i++) {
    struct hierarchy *hierarchy = &cgroups->hierarchies[i];
    if (group->directories[i] < 0)
      continue;
    if ((hierarchy->controllers & MEMORY)
        && !limit_memory(hierarchy->version, group->directories[i], limits->memory_bytes, group->memory_bytes))
      return false;
    if ((hierarchy->controllers & PIDS) && !write_number(group->directories[i], "pids.max", limits->processes + group->own_processes))
      return false;
  }
  group->memory_bytes = limits->memory_bytes;
  group->processes = limits->processes;
  return true;
}

static uint64_t
read_number(int directory, const char *name)
{
  char text[64];
  return read_file_at(directory, name, text, sizeof text) ? strtoull(text, NULL, 10) : 0;
}

static struct memory_use
memory_of(int version, int directory)
{
  char events[1024];
  bool v2 = version == 2;
  read_file_at(directory, v2 ? "memory.events" : "memory.oom_control", events, sizeof events);
  return (struct memory_use) {
    // memory.peak exists since Linux 5.19; without it init reports the largest process.
    .peak_bytes = read_number(directory, v2 ? "memory.peak" : "memory.max_usage_in_bytes"),
    .oom_kills = number_after(events, "oom_kill"),
    .limit_hits = number_after(events, "max"),
  };
}

struct memory_use
group_memory(struct cgroups *cgroups, struct run_group *group)
{
  for (int i = 0; i < cgroups->count; i++)
    if (cgroups->hierarchies[i].controllers & MEMORY)
      return memory_of(cgroups->hierarchies[i].version, group->directories[i]);
  return (struct memory_use) { 0 };
}

uint64_t
group_page_cache(struct cgroups *cgroups, struct run_group *group)
{
  char figures[4096];
  for (int i = 0; i < cgroups->count; i++)
    if (cgroups->hierarchies[i].controllers & MEMORY) {
      read_file_at(group->directories[i], "memory.stat", figures, sizeof figures);
      // Both count files in memory, too, which are no cache.
      uint64_t files = number_after(figures, cgroups->hierarchies[i].version == 2 ? "file" : "cache");
      uint64_t in_memory = number_after(figures, "shmem");
      return files > in_memory ? files - in_memory : 0;
    }
  return 0;
}

void
remove_group(struct cgroups *cgroups, struct run_group *group)
{
  if (group->name[0] == '\0')
    return;
  for (int i = 0; i < group->task_file_count; i++)
    close_fd(&group->task_files[i]);
  close_fd(&group->cpu_meter);
  close_fd(&group->oom_event);
  for (int i = 0; i < cgroups->count; i++) {
    if (group->directories[i] < 0)
      continue;
    close_fd(&group->directories[i]);
    remove_cgroup(cgroups->hierarchies[i].directory, group->name);
  }
  *group = (struct run_group) { .v2_directory = -1, .cpu_meter = -1, .oom_event = -1 };
}
