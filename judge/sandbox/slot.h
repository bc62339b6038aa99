// The keeper's side of a judging slot: its container, the groups of its runs, the run in progress.
#pragma once

#include "cgroup.h"
#include "container.h"
#include "request.h"
#include "wire.h"

enum {
  SLOTS_PER_HELPER = 64,
  // Slots n and 32 + n, for a program and its checker or interactor, share a core.
  MAX_CORES = SLOTS_PER_HELPER / 2,
  // One uid per slot, out of a block that no system hands out (systemd's table of uids ends below it): a program
  // owns nothing on the host, and no two slots share a limit.
  SLOT_UIDS = 0x70000000,
  SLOT_UID_COUNT = 0x8000000,
};

#define BOX_UNKNOWN ((ino_t) -1)

struct setting {
  struct cgroups cgroups;
  int work_directory;             // every host path of a request lies beneath it
  int readable_directory;         // the same through a read-only mount, for what programs get in hand
  const char *work_path;
  const char **hidden;
  int hidden_count;
  bool user_namespace;
  int cores[MAX_CORES], core_count; // of the first slots; the others run where the kernel likes
  int nice;                       // of the programs; ours is better
};

struct slot {
  int number;
  bool opened, running;
  pid_t init;                     // -1: no container
  int control;
  struct run_group ready, current, ended;
  dev_t box_device;               // of the directory shown as /box; inode 0 = none
  ino_t box_inode;                // BOX_UNKNOWN when a failure may have changed it
  uint64_t request_id, asked_ns, give_up_ns; // of the run in progress
  uint64_t house_due_ns;          // when to keep house; UINT64_MAX: it is kept
  struct limits limits;           // of that run
  char *out_paths[MAX_FILES];     // files out of the run in progress
  uint32_t out_count;
  struct wires wires;             // to the run in another slot, where it is one of a pair
};

void prepare_slot(struct slot *slot, int number);

// Makes the container. False when it does not come up (logged).
bool open_slot(struct setting *setting, struct slot *slot);

// Starts a run, with the wires it has. False with report->message when it cannot start.
bool start_run(struct setting *setting, struct slot *slot, const struct request *request, struct report *report);

// Receives the report of the run in progress once the control socket is readable, or makes one up when the
// container died or was given up. The slot is free again afterwards.
void finish_run(struct setting *setting, struct slot *slot, struct report *report);

// Asks init to end the run in progress; its report comes as that of any run.
void stop_run(struct slot *slot);

// While a program runs there is time to remove the group of the previous run and to make the next one: not at once,
// since init may have been woken on this very core, and the program should start first.
void keep_house(struct setting *setting, struct slot *slot);

// Ends the container and everything in it.
void close_slot(struct setting *setting, struct slot *slot);
