// Messages between the keeper and the init of a container over their socket. Both are the same program, so they send
// plain structures; descriptors are attached (SCM_RIGHTS).
#pragma once

#include "common.h"

enum {
  MAX_FILES = 32,                 // filesIn and filesOut of one run, each
  MAX_DIRECTORIES = 8,            // directories made in /w for one run
  MAX_ARGUMENTS = 1024,           // argv and env, each
  MAX_TEXT = 96 * 1024,           // all strings of one order together
  MAX_HIERARCHIES = 3,            // cgroup v1: one each for memory, pids, cpuacct
  // Upper bound of a run's wall time as a multiple of its limit: time in which the run had to wait for the processor
  // is added to the limit up to here.
  WALL_STRETCH = 30,
  MAX_DESCRIPTORS = 3 + 1 + 3 + MAX_HIERARCHIES + 2 * MAX_FILES,
};

// Cause of a run's end. The names that the judge sees are in keeper/keeper.c.
enum cause {
  CAUSE_EXIT, CAUSE_SIGNAL, CAUSE_CPU, CAUSE_WALL, CAUSE_MEMORY, CAUSE_OUTPUT, CAUSE_SECURITY, CAUSE_STOPPED,
  CAUSE_INTERNAL,
};

struct limits {
  uint64_t cpu_us;
  uint64_t crowded_cpu_us;        // CPU time at which a run is stopped that had to share the processor; 0: cpu_us
  uint64_t wall_us;               // limit without the time in which the run had to wait for the processor
  uint64_t memory_bytes, scratch_bytes;
  uint64_t output_bytes, stderr_bytes;
  uint64_t processes;
  uint64_t linger_us;             // for a pair: see part_from_peer in init/init.c
};

enum box_change { BOX_KEEP, BOX_NONE, BOX_NEW };

// Order from keeper to init to run one program. The strings follow: argv, env, directories, names of files in, names
// of files out. The descriptors follow in this order: stdin, stdout, stderr, [box], [v2 group], [CPU meter], [OOM
// event], v1 `tasks`, in, out.
struct order {
  struct limits limits;
  uint32_t box;                   // enum box_change; BOX_NEW brings a detached mount
  uint32_t has_group;             // v2: the program is born in this cgroup
  uint32_t has_cpu_meter;         // a file with the CPU time of the whole run
  uint32_t has_oom_event;         // a descriptor that becomes readable when memory ran out
  uint32_t task_files;            // v1: the program writes "0" to each
  uint32_t wired;                 // stdin and stdout are pipes to the run of another slot
  uint32_t argument_count, environment_count, directory_count, in_count, out_count;
  uint64_t out_max_bytes[MAX_FILES];
  uint32_t text_size;
};

// Order from keeper to init to end the run in progress. Shorter than any `struct order`; ignored without a run.
struct stop_order { char nothing; };

// Report from init to keeper about a run. The keeper adds what the cgroup measured of memory.
struct report {
  uint32_t cause;
  int32_t wait_status;            // status from waitpid; -1 when the program did not start
  uint64_t cpu_us, wall_us, peak_bytes, output_bytes;
  uint64_t starved_us;            // part of wall_us: the run was ready while other processes had the processor
  uint64_t ended_ns;              // time at which the peer could first notice the end, on a common clock
  uint32_t left_processes;
  uint32_t fetched;               // bit i: file out i was fetched
  char message[200];
};

_Static_assert(MAX_FILES <= 32, "report.fetched has a bit per file");

// Records that the run failed without a fault of the program, with errno. Returns false.
bool fail_run(struct report *report, const char *what, const char *name);

// Sends one message with descriptors. False, with errno, when the other side is gone.
bool send_message(int socket, const void *head, size_t head_size, const void *text, size_t text_size,
                  const int *fds, int count);

// Receives one message. Returns its size, 0 when the other side is gone; descriptors are close-on-exec.
ssize_t receive_message(int socket, void *message, size_t size, int *fds, int *count);
