// All groups lie in balloon-<pid of this helper>, inside the cgroup in which the helper was started, so that the limits
// set for the judge's service bind its runs too. That directory is locked (flock) for the helper's life: an unlocked one
// belongs to a helper that was killed, and the next start removes it.
#include "cgroup.h"

#include "hierarchy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char PREFIX[] = "balloon-";

// Pauses while a group is removed, which takes a moment after its last process died; a longer wait is a fault.
enum { REMOVE_TRIES = 200, REMOVE_PAUSE_US = 5000 };

enum { SWEEP_DEPTH = 8, CLAIM_TRIES = 100 };

bool
remove_cgroup(int parent, const char *name)
{
  for (int i = 0; i < REMOVE_TRIES; i++) {
    if (unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT)
      return true;
    if (errno != EBUSY)
      break;
    usleep(REMOVE_PAUSE_US);
  }
  warn("cannot remove the cgroup %s: %m", name);
  return false;
}

static void
kill_members(int directory)
{
  char text[65536];
  if (!read_file_at(directory, "cgroup.procs", text, sizeof text))
    return;
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    // 0 stands for a process outside of our pid namespace, and kill(0) would end ourselves.
    if (atoi(line) > 0)
      kill(atoi(line), SIGKILL);
  }
}

// Removes the groups inside a helper's directory, then the directory.
static void
remove_instance(int base, const char *name)
{
  int directory = openat(base, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *groups = directory < 0 ? NULL : fdopendir(directory);
  if (groups == NULL)
    return;
  for (struct dirent *entry; (entry = readdir(groups)) != NULL;) {
    if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
      continue;
    int group = openat(directory, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (group >= 0) {
      kill_members(group);
      close(group);
    }
    remove_cgroup(directory, entry->d_name);
  }
  closedir(groups);
  remove_cgroup(base, name);
}

static bool
is_instance(const char *name)
{
  size_t prefix = sizeof PREFIX - 1;
  return strncmp(name, PREFIX, prefix) == 0 && name[prefix] != '\0'
    && strspn(name + prefix, "0123456789") == strlen(name + prefix);
}

static void
sweep_instance(int parent, const char *name)
{
  int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return;
  bool abandoned = flock(directory, LOCK_EX | LOCK_NB) == 0;
  close(directory);
  // The directory of another user is left for that user to remove.
  if (abandoned && faccessat(parent, name, W_OK, AT_EACCESS) == 0)
    remove_instance(parent, name);
}

// Removes the directories of helpers that were killed, in the whole hierarchy: the judge may have been started in
// another cgroup last time.
static void
sweep_left_behind(int parent, const char *name, int depth)
{
  int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *directory = fd < 0 ? NULL : fdopendir(fd);
  if (directory == NULL)
    return;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
      continue;
    if (is_instance(entry->d_name))
      sweep_instance(fd, entry->d_name);
    else if (depth > 0)
      sweep_left_behind(fd, entry->d_name, depth - 1);
  }
  closedir(directory);
}

// Makes and locks our directory. A helper that starts at the same moment may find it before it is locked and remove
// it: then the locked directory is no longer the one of that name, and we make it again.
static bool
claim_instance(struct hierarchy *hierarchy, const char *path)
{
  for (int i = 0; i < CLAIM_TRIES; i++) {
    struct stat locked, named;
    if (mkdir(path, 0755) < 0 && errno != EEXIST)
      return false;
    hierarchy->directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (hierarchy->directory >= 0 && flock(hierarchy->directory, LOCK_EX) == 0
        && fstat(hierarchy->directory, &locked) == 0 && stat(path, &named) == 0 && locked.st_ino == named.st_ino)
      return true;
    close_fd(&hierarchy->directory);
  }
  return false;
}

static bool
make_instance(struct hierarchy *hierarchy)
{
  char path[PATH_SIZE];
  snprintf(hierarchy->instance, sizeof hierarchy->instance, "%s%d", PREFIX, getpid());
  format_path(path, "%s/%s", hierarchy->base, hierarchy->instance);
  return claim_instance(hierarchy, path) && (hierarchy->version == 1 || prepare_v2_instance(hierarchy));
}

static void
drop_hierarchy(struct cgroups *cgroups, int index)
{
  struct hierarchy *hierarchy = &cgroups->hierarchies[index];
  snprintf(cgroups->lost, sizeof cgroups->lost, "cannot make a cgroup in %.150s: %s", hierarchy->base, strerror(errno));
  if (hierarchy->directory >= 0) {
    char path[PATH_SIZE];
    format_path(path, "%s/%s", hierarchy->base, hierarchy->instance);
    close(hierarchy->directory);
    rmdir(path);
  }
  cgroups->count--;
  memmove(hierarchy, hierarchy + 1, (cgroups->count - index) * sizeof *hierarchy);
}

// Whether this machine has swap, and a kernel that does not count whose it is.
static bool
ignores_swap(const struct hierarchy *hierarchy)
{
  char swaps[4096], limit[64];
  const char *name = hierarchy->version == 2 ? "memory.swap.max" : "memory.memsw.limit_in_bytes";
  if (!read_file_at(AT_FDCWD, "/proc/swaps", swaps, sizeof swaps))
    return false;
  const char *first = strchr(swaps, '\n'); // behind the heading
  return first != NULL && first[1] != '\0' && !read_file_at(hierarchy->directory, name, limit, sizeof limit);
}

void
open_cgroups(struct cgroups *cgroups, enum cgroup_choice choice)
{
  *cgroups = (struct cgroups) { 0 };
  find_hierarchies(cgroups, choice);
  for (int i = 0; i < cgroups->count;) {
    cgroups->hierarchies[i].directory = -1;
    sweep_left_behind(AT_FDCWD, cgroups->hierarchies[i].mount_point, SWEEP_DEPTH);
    if (make_instance(&cgroups->hierarchies[i]))
      cgroups->controllers |= cgroups->hierarchies[i++].controllers;
    else
      drop_hierarchy(cgroups, i);
  }
  // Half of the controllers would make every later rule a special case: the mode without cgroups is simpler.
  if (cgroups->count > 0 && cgroups->controllers != ALL_CONTROLLERS) {
    close_cgroups(cgroups);
    if (cgroups->lost[0] == '\0')
      snprintf(cgroups->lost, sizeof cgroups->lost, "the memory, pids or cpuacct cgroup controller is not there");
  }
  for (int i = 0; i < cgroups->count; i++)
    if (cgroups->hierarchies[i].controllers & MEMORY)
      cgroups->ignores_swap = ignores_swap(&cgroups->hierarchies[i]);
}

void
close_cgroups(struct cgroups *cgroups)
{
  for (int i = 0; i < cgroups->count; i++) {
    struct hierarchy *hierarchy = &cgroups->hierarchies[i];
    int base = open(hierarchy->base, O_PATH | O_DIRECTORY | O_CLOEXEC);
    remove_instance(base, hierarchy->instance);
    close_fd(&base);
    close_fd(&hierarchy->directory);
  }
  cgroups->count = 0;
  cgroups->controllers = 0;
}
