#include "meter.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

int
usable_cores(void)
{
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) < 0 ? 1 : CPU_COUNT(&cores);
}

// Returns the CPU time of all children that this init has reaped since it started.
static uint64_t
reaped_cpu_us(void)
{
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (uint64_t) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec
    + usage.ru_stime.tv_usec;
}

// Returns our own CPU time. Asking for it makes the kernel count it up to now in the cgroup as well.
static uint64_t
own_cpu_us(void)
{
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t) time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static uint64_t
figure_of(const struct cpu_meter *meter)
{
  char text[1024];
  if (meter->file < 0)
    return reaped_cpu_us();
  uint64_t own_us = meter->includes_init ? own_cpu_us() : 0;
  if (!read_fd(meter->file, text, sizeof text))
    return 0;
  uint64_t all_us = isdigit((unsigned char) text[0]) ? strtoull(text, NULL, 10) / 1000 : number_after(text, "usage_usec");
  return all_us > own_us ? all_us - own_us : 0;
}

// A process as a sample found it. Samples are in the order of /proc, which is that of pids.
struct seen { pid_t pid; uint64_t cpu_us; };

enum { MAX_SEEN = 1024 };

static struct seen samples[2][MAX_SEEN];
static int latest, seen_count;    // index of the latest sample, and its size
static uint64_t watched_us;       // what the processes of this run have gained between samples

void
start_meter(struct cpu_meter *meter)
{
  meter->before_us = figure_of(meter);
  seen_count = 0;
  watched_us = 0;
}

uint64_t
read_meter(const struct cpu_meter *meter)
{
  uint64_t now_us = figure_of(meter);
  uint64_t run_us = now_us > meter->before_us ? now_us - meter->before_us : 0;
  return run_us > watched_us ? run_us : watched_us;
}

// Returns the CPU time of all threads of a living process, exact to nanoseconds.
static uint64_t
process_cpu_us(pid_t pid)
{
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) < 0)
    return 0;
  return (uint64_t) time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

// Returns the CPU time of the children that a living process has reaped (fields 16 and 17 of its stat), in clock
// ticks.
static uint64_t
children_cpu_us(int directory)
{
  char text[1024];
  const char *fields = read_file_at(directory, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
  uint64_t user, system;
  if (fields == NULL || sscanf(fields, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %ju %ju", &user, &system) != 2)
    return 0;
  return (user + system) * 1000000 / sysconf(_SC_CLK_TCK);
}

// Adds the resident memory other than cached files: anonymous pages, and shared ones (two processes that share pages
// both count them).
static void
add_memory(int directory, uint64_t *anonymous, uint64_t *shared)
{
  char text[4096], *line;
  if (!read_file_at(directory, "status", text, sizeof text))
    return;
  if ((line = strstr(text, "\nRssAnon:")) != NULL)
    *anonymous += strtoull(line + sizeof "\nRssAnon:" - 1, NULL, 10) * 1024;
  if ((line = strstr(text, "\nRssShmem:")) != NULL)
    *shared += strtoull(line + sizeof "\nRssShmem:" - 1, NULL, 10) * 1024;
}

static uint64_t
scratch_bytes(void)
{
  struct statvfs status;
  return statvfs("/w", &status) < 0 ? 0 : (status.f_blocks - status.f_bfree) * status.f_bsize;
}

struct usage
sum_processes(const struct cpu_meter *meter)
{
  struct usage sum = { .cpu_us = reaped_cpu_us() - meter->before_us };
  uint64_t anonymous = 0, shared = 0;
  const struct seen *before = samples[latest], *before_end = before + seen_count;
  struct seen *now = samples[!latest];
  int now_count = 0;
  DIR *proc = opendir("/proc");
  if (proc == NULL)
    return sum;
  for (struct dirent *entry; (entry = readdir(proc)) != NULL;) {
    pid_t pid = atoi(entry->d_name);
    if (pid <= 1)
      continue;
    int directory = openat(dirfd(proc), entry->d_name, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
      continue;
    uint64_t cpu_us = process_cpu_us(pid);
    sum.cpu_us += cpu_us + children_cpu_us(directory);
    while (before < before_end && before->pid < pid)
      before++;
    // Where the sample before was full, a process that it lacks need not be new.
    uint64_t before_us = before < before_end && before->pid == pid ? before->cpu_us : seen_count < MAX_SEEN ? 0 : cpu_us;
    if (now_count < MAX_SEEN && cpu_us >= before_us) {
      watched_us += cpu_us - before_us;
      now[now_count++] = (struct seen) { pid, cpu_us };
    }
    sum.newest_pid = pid;
    add_memory(directory, &anonymous, &shared);
    close(directory);
  }
  closedir(proc);
  latest = !latest;
  seen_count = now_count;
  if (sum.cpu_us < watched_us)
    sum.cpu_us = watched_us;
  // A mapped file of /w is counted in both.
  uint64_t scratch = scratch_bytes();
  sum.memory_bytes = anonymous + (scratch > shared ? scratch : shared);
  return sum;
}

void
settle_meter(void)
{
  struct cpu_meter meter = { .file = -1 };
  memset(samples, 0, sizeof samples);
  sum_processes(&meter);
  start_meter(&meter);
}
