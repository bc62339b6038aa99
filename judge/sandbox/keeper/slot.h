// Keeper's side of a judging slot: its container, the groups of its runs, the run in progress.
#pragma once

#include "container/container.h"
#include "request.h"
#include "groups/run-group.h"
#include "wire.h"

enum {
  SLOTS_PER_HELPER = 64,
  // Slots n and 32 + n, for a program and its checker or interactor, share a core.
  MAX_CORES = SLOTS_PER_HELPER / 2,
  // First of one uid per slot, in a block that no system assigns (systemd's table of uids ends below it): a program
  // owns no file of the host, and no two slots share a limit.
  SLOT_UIDS = 0x70000000,
  SLOT_UID_COUNT = 0x8000000,
};

#define BOX_UNKNOWN ((ino_t) -1)

struct setting {
  struct cgroups cgroups;
  int work_directory;             // parent of every host path in a request
  int readable_directory;         // `work_directory` through a read-only mount, for files that programs receive
  char empty_input[64];           // path of /dev/null through a read-only mount
  int discard;                    // /dev/null, for output that nobody wants
  const char *work_path;
  const char **hidden;
  int hidden_count;
  bool user_namespace;
  int cores[MAX_CORES], core_count; // cores of the first slots; the others run on any
  int nice;                       // priority of the programs; ours is higher
};

// Runs in a row: one with followers. The run in progress is that of `request`, whose input is replaced by the next follower's.
struct row {
  struct frame *frame;            // holds `request` and its strings
  struct request *request;
  uint32_t passed;                // followers that began: so many runs ended well before
  struct { uint64_t cpu_us, peak_kb; } spent[MAX_FOLLOWERS];
  uint64_t begin_until_ns;
};

struct slot {
  int number;
  bool opened, running;
  pid_t init;                     // -1 without a container
  int control;
  struct run_group lasting;       // group of the container's init
  struct run_group ready, current, ended;
  dev_t box_device;               // directory shown as /box; inode 0 for none
  ino_t box_inode;                // BOX_UNKNOWN when a failure may have changed it
  uint64_t request_id, asked_ns, give_up_ns; // fields of the run in progress
  bool house_due;                 // groups are to be recycled
  struct limits limits;           // limits of that run
  char *out_paths[MAX_FILES];     // paths of the files out of the run in progress
  uint32_t out_count;
  char *sink_paths[2];            // paths of its output and its error stream, as far as they are kept
  uint32_t sink_count;
  struct row row;                 // frame NULL: the run has no followers
  struct wires wires;             // pipes to the run in another slot, in a pair
};

void prepare_slot(struct slot *slot, int number);

// Makes the container. False when it does not start (logged).
bool open_slot(struct setting *setting, struct slot *slot);

// Starts a run, with its pipes if it is one of a pair. False with report->message when it cannot start.
bool start_run(struct setting *setting, struct slot *slot, const struct request *request, struct report *report);

// Receives the report of the run in progress once the control socket is readable, or composes one when the container
// died or was given up. The slot is free again afterwards.
void finish_run(struct setting *setting, struct slot *slot, struct report *report);

// Asks init to end the run in progress; its report arrives as that of any run.
void stop_run(struct slot *slot);

// Removes the group of the previous run and makes the next one while a program runs. Done in the wake-up that started it: another
// one would take a core from a program for longer than this lasts.
void keep_house(struct setting *setting, struct slot *slot);

// Ends the container and everything in it.
void close_slot(struct setting *setting, struct slot *slot);
