// A task that is ready to run waits in the run queue of a core, and the kernel sums up that wait in
// /proc/<pid>/task/<tid>/schedstat; a sleeping task does not wait in this sense. The sum over all tasks would count
// threads that wait for each other, so each sample adds the longest wait of any task since the last sample, and the
// total is never more than the run's time without the CPU time that it got. A program can therefore not seem starved
// by its own threads for longer than its CPU limit.
//
// The kernel adds a wait when it ends. A wait in progress is presumed to have begun when the run last got CPU time,
// for as long as a task is ready to run; it is discarded when the task turns out to sleep. The meter wavers by some
// microseconds, since our own time is subtracted from it, so a wait that goes on is told from one that ended by the kernel's
// sum, too.
#include "starvation.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  TABLE_SIZE = 1024,
  NAME_SIZE = 64,
  METER_NOISE_US = 200,
};

// Waits at the last sample by task id. Ids start over with each run, so that collisions are rare; a task whose place
// was taken by another one counts from its next sample.
static struct { pid_t task; uint64_t wait_ns; } table[TABLE_SIZE];

static uint64_t begun_ns, waited_ns, total_ns;
static uint64_t cpu_seen_us; // CPU time at the last sample
static uint64_t cpu_seen_ns; // time of the last sample that found more of it, or nobody ready to run
static bool table_used;

void
reset_starvation(uint64_t started_ns)
{
  if (table_used)
    memset(table, 0, sizeof table);
  table_used = false;
  begun_ns = cpu_seen_ns = started_ns;
  waited_ns = total_ns = cpu_seen_us = 0;
}

uint64_t
starved_us(void)
{
  return total_ns / 1000;
}

// Returns the second number of schedstat: nanoseconds that the task waited for a core.
static uint64_t
read_wait_ns(int tasks, const char *task)
{
  char name[NAME_SIZE], text[128];
  uint64_t ran_ns, wait_ns;
  snprintf(name, sizeof name, "%.20s/schedstat", task);
  if (!read_file_at(tasks, name, text, sizeof text) || sscanf(text, "%ju %ju", &ran_ns, &wait_ns) != 2)
    return 0;
  return wait_ns;
}

// Whether the task runs or waits for a core.
static bool
is_ready(int tasks, const char *task)
{
  char name[NAME_SIZE], text[512];
  snprintf(name, sizeof name, "%.20s/stat", task);
  const char *state = read_file_at(tasks, name, text, sizeof text) ? strrchr(text, ')') : NULL;
  return state != NULL && strncmp(state, ") R", 3) == 0;
}

// Returns the wait of one task since the last sample.
static uint64_t
wait_since_last_look(pid_t task, uint64_t wait_ns)
{
  int place = task % TABLE_SIZE;
  bool is_known = table[place].task == task, is_free = table[place].task == 0;
  uint64_t before_ns = is_known ? table[place].wait_ns : is_free ? 0 : wait_ns;
  table[place].task = task;
  table[place].wait_ns = wait_ns;
  return wait_ns > before_ns ? wait_ns - before_ns : 0;
}

static uint64_t
longest_wait_of_process(int proc, const char *process, bool *some_ready)
{
  char name[NAME_SIZE];
  uint64_t longest = 0;
  snprintf(name, sizeof name, "%.20s/task", process);
  int tasks = openat(proc, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = tasks < 0 ? NULL : fdopendir(tasks);
  if (entries == NULL) {
    close_fd(&tasks);
    return 0;
  }
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    if (!isdigit((unsigned char) entry->d_name[0]))
      continue;
    uint64_t wait = wait_since_last_look(atoi(entry->d_name), read_wait_ns(tasks, entry->d_name));
    longest = wait > longest ? wait : longest;
    *some_ready = *some_ready || is_ready(tasks, entry->d_name);
  }
  closedir(entries);
  return longest;
}

static uint64_t
longest_wait(bool *some_ready)
{
  uint64_t longest = 0;
  DIR *proc = opendir("/proc");
  if (proc == NULL)
    return 0;
  for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
    if (!isdigit((unsigned char) entry->d_name[0]) || atoi(entry->d_name) == 1)
      continue;
    uint64_t wait = longest_wait_of_process(dirfd(proc), entry->d_name, some_ready);
    longest = wait > longest ? wait : longest;
  }
  closedir(proc);
  return longest;
}

void
look_at_starvation(uint64_t now_ns, uint64_t cpu_us)
{
  table_used = true;
  uint64_t elapsed_ns = now_ns - begun_ns, ran_ns = cpu_us * 1000;
  uint64_t without_cpu_ns = elapsed_ns > ran_ns ? elapsed_ns - ran_ns : 0;
  bool some_ready = false;
  uint64_t ended_ns = longest_wait(&some_ready);
  waited_ns += ended_ns;
  if (ended_ns > 0 || cpu_us > cpu_seen_us + METER_NOISE_US || !some_ready)
    cpu_seen_ns = now_ns;
  cpu_seen_us = cpu_us;
  uint64_t with_last_ns = waited_ns + (some_ready ? now_ns - cpu_seen_ns : 0);
  total_ns = with_last_ns < without_cpu_ns ? with_last_ns : without_cpu_ns;
}
