// Attaches descriptors in the order that the protocol defines: init detaches them in the same order.
#include "send-order.h"

#include "base/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Order under construction.
struct draft {
  struct order order;
  char text[MAX_TEXT];
  int fds[MAX_DESCRIPTORS], count;
  int owned[MAX_DESCRIPTORS], owned_count; // descriptors to close after sending
};

static bool
add_owned(struct draft *draft, int fd, struct report *report, const char *what, const char *path)
{
  if (fd < 0)
    return fail_run(report, what, path);
  draft->owned[draft->owned_count++] = draft->fds[draft->count++] = fd;
  return true;
}

static bool
open_sink(struct setting *setting, struct slot *slot, const char *path, struct draft *draft, struct report *report)
{
  if (path == NULL) {
    draft->fds[draft->count++] = setting->discard;
    return true;
  }
  if (!add_owned(draft, overwrite_beneath(setting->work_directory, path, 0644), report, "create", path))
    return false;
  slot->sink_paths[slot->sink_count++] = strdup(path);
  return true;
}

// Opens the streams. The program's ends of a pair's pipes are its standard input and output; the error stream is a
// file as in any run.
static bool
open_wires(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
           struct report *report)
{
  draft->order.wired = true;
  draft->fds[draft->count++] = slot->wires.input;
  draft->fds[draft->count++] = slot->wires.output;
  return open_sink(setting, slot, request->error, draft, report);
}

static bool
open_streams(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
             struct report *report)
{
  int input = request->input == NULL ? open(setting->empty_input, O_RDONLY | O_CLOEXEC)
    : open_regular_beneath(setting->readable_directory, request->input);
  if (!add_owned(draft, input, report, "open", request->input == NULL ? "/dev/null" : request->input))
    return false;
  return open_sink(setting, slot, request->output, draft, report) && open_sink(setting, slot, request->error, draft, report);
}

// Opens the box to the program's uid, which directories of mode 0700 would shut out.
static void
let_programs_read(int directory, const struct stat *status)
{
  if ((status->st_mode & 0555) != 0555)
    fchmod(directory, status->st_mode | 0555);
}

// Chooses between the box that is shown already and a new one. Consecutive runs mostly share a box (one solution,
// many tests), and then its mount stays. The mount keeps the inode alive, so an equal number means the same
// directory.
static bool
choose_box(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
           struct report *report)
{
  if (request->box == NULL) {
    draft->order.box = slot->box_inode == 0 ? BOX_KEEP : BOX_NONE;
    slot->box_inode = 0;
    return true;
  }
  struct stat status;
  int directory = open_beneath(setting->work_directory, request->box, O_RDONLY | O_DIRECTORY, 0);
  if (directory < 0 || fstat(directory, &status) < 0) {
    close_fd(&directory);
    return fail_run(report, "open the box", request->box);
  }
  let_programs_read(directory, &status);
  bool added = true;
  if (status.st_ino == slot->box_inode && status.st_dev == slot->box_device) {
    draft->order.box = BOX_KEEP;
  } else {
    draft->order.box = BOX_NEW;
    added = add_owned(draft, detach_read_only(directory), report, "show the box", request->box);
    slot->box_inode = added ? status.st_ino : 0;
    slot->box_device = status.st_dev;
  }
  close(directory);
  return added;
}

static bool
take_group(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
           struct report *report)
{
  if (slot->ready.name[0] == '\0' && !make_group(&setting->cgroups, &slot->ready, slot->number))
    return fail_run(report, "make", "a cgroup");
  slot->current = slot->ready;
  slot->ready = (struct run_group) { .v2_directory = -1, .cpu_meter = -1, .oom_event = -1 };
  struct run_group *group = &slot->current;
  if (!limit_group(&setting->cgroups, group, &request->limits)
      || !limit_group(&setting->cgroups, &slot->lasting, &request->limits))
    return fail_run(report, "limit the cgroup", group->name);
  draft->order.has_group = group->v2_directory >= 0;
  draft->order.has_cpu_meter = group->cpu_meter >= 0;
  draft->order.has_oom_event = group->oom_event >= 0;
  draft->order.task_files = group->task_file_count;
  if (group->v2_directory >= 0)
    draft->fds[draft->count++] = group->v2_directory;
  if (group->cpu_meter >= 0)
    draft->fds[draft->count++] = group->cpu_meter;
  if (group->oom_event >= 0)
    draft->fds[draft->count++] = group->oom_event;
  for (int i = 0; i < group->task_file_count; i++)
    draft->fds[draft->count++] = group->task_files[i];
  return true;
}

static bool
open_files(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
           struct report *report)
{
  for (uint32_t i = 0; i < request->in_count; i++) {
    const char *from = request->in[i].from;
    int fd = open_regular_beneath(setting->work_directory, from);
    if (fd < 0)
      fd = open_link_beneath(setting->work_directory, from);
    if (!add_owned(draft, fd, report, "open", from))
      return false;
  }
  for (uint32_t i = 0; i < request->out_count; i++) {
    const struct file_out *file = &request->out[i];
    int fd = create_beneath(setting->work_directory, file->to, file->executable ? 0755 : 0644);
    if (!add_owned(draft, fd, report, "create", file->to))
      return false;
    draft->order.out_max_bytes[i] = file->max_bytes;
    slot->out_paths[slot->out_count++] = strdup(file->to);
  }
  return true;
}

// Copies a string, for which there is room because a request is at most as large as a frame.
static void
add_text(struct draft *draft, const char *text)
{
  size_t size = strlen(text) + 1;
  if (draft->order.text_size + size > sizeof draft->text)
    die("an order is too large");
  memcpy(draft->text + draft->order.text_size, text, size);
  draft->order.text_size += size;
}

static void
add_strings(struct draft *draft, const struct request *request)
{
  draft->order.argument_count = request->argument_count;
  draft->order.environment_count = request->environment_count;
  draft->order.directory_count = request->directory_count;
  draft->order.in_count = request->in_count;
  draft->order.out_count = request->out_count;
  for (uint32_t i = 0; i < request->argument_count; i++)
    add_text(draft, request->argv[i]);
  for (uint32_t i = 0; i < request->environment_count; i++)
    add_text(draft, request->env[i]);
  for (uint32_t i = 0; i < request->directory_count; i++)
    add_text(draft, request->directories[i]);
  for (uint32_t i = 0; i < request->in_count; i++)
    add_text(draft, request->in[i].name);
  for (uint32_t i = 0; i < request->out_count; i++)
    add_text(draft, request->out[i].name);
}

static bool
fill_draft(struct setting *setting, struct slot *slot, const struct request *request, struct draft *draft,
           struct report *report)
{
  draft->order = (struct order) { .limits = request->limits };
  add_strings(draft, request);
  bool opened = slot->wires.peer != NULL ? open_wires(setting, slot, request, draft, report)
    : open_streams(setting, slot, request, draft, report);
  return opened && choose_box(setting, slot, request, draft, report)
    && take_group(setting, slot, request, draft, report) && open_files(setting, slot, request, draft, report);
}

bool
send_order(struct setting *setting, struct slot *slot, const struct request *request, struct report *report)
{
  static struct draft draft;
  draft.count = draft.owned_count = 0;
  bool sent = fill_draft(setting, slot, request, &draft, report);
  if (sent && !send_message(slot->control, &draft.order, sizeof draft.order, draft.text, draft.order.text_size,
                            draft.fds, draft.count))
    sent = fail_run(report, "reach", "the container");
  // Init has its own copies by now.
  for (int i = 0; i < draft.owned_count; i++)
    close(draft.owned[i]);
  return sent;
}
