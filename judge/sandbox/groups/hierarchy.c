#include "hierarchy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Leaf into which we move processes that share a v2 cgroup with us.
static const char LEAF[] = "/balloon-judge";

// Rounds in which a cgroup is emptied, with pauses for processes that are about to end; a longer wait is a fault.
enum { MOVE_TRIES = 200, MOVE_PAUSE_US = 1000 };

static const struct { const char *v1_name, *v2_enable; enum controller controller; } CONTROLLERS[] = {
  { "memory", "+memory", MEMORY },
  { "pids", "+pids", PIDS },
  { "cpuacct", NULL, CPU },       // v2 reports the CPU time of every group without any controller
};

enum { CONTROLLER_COUNT = sizeof CONTROLLERS / sizeof *CONTROLLERS };

struct mounted { char point[PATH_SIZE], root[PATH_SIZE]; };

static bool
contains(const char *list, const char *name)
{
  size_t length = strlen(name);
  for (const char *item = list; item != NULL; item = strchr(item, ','), item = item == NULL ? NULL : item + 1)
    if (strncmp(item, name, length) == 0 && (item[length] == ',' || item[length] == '\0'))
      return true;
  return false;
}

// Finds the mount of a v1 controller, or of v2 when `controller` is NULL.
static bool
find_mount(const char *controller, struct mounted *mounted)
{
  FILE *file = fopen("/proc/self/mountinfo", "re");
  if (file == NULL)
    return false;
  char *line = NULL;
  size_t size = 0;
  bool found = false;
  while (!found && getline(&line, &size, file) > 0) {
    line[strcspn(line, "\n")] = '\0';
    char *type = strstr(line, " - ");
    char type_name[32], options[PATH_SIZE];
    if (type == NULL || sscanf(type, " - %31s %*s %4095s", type_name, options) != 2
        || sscanf(line, "%*s %*s %*s %4095s %4095s", mounted->root, mounted->point) != 2)
      continue;
    found = controller == NULL ? strcmp(type_name, "cgroup2") == 0
      : strcmp(type_name, "cgroup") == 0 && contains(options, controller);
  }
  free(line);
  fclose(file);
  return found;
}

// Finds our cgroup by its name in /proc/self/cgroup. Lines are "id:controllers:path"; v2 has no controllers.
static bool
own_path(const char *controller, char path[PATH_SIZE])
{
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (file == NULL)
    return false;
  char *line = NULL;
  size_t size = 0;
  bool found = false;
  while (!found && getline(&line, &size, file) > 0) {
    line[strcspn(line, "\n")] = '\0';
    char *names = strchr(line, ':');
    char *value = names == NULL ? NULL : strchr(names + 1, ':');
    if (value == NULL)
      continue;
    *value++ = '\0';
    found = controller == NULL ? names[1] == '\0' : contains(names + 1, controller);
    format_path(path, "%s", value);
  }
  free(line);
  fclose(file);
  return found;
}

// Finds our cgroup as a directory. A container may see a part of the tree only: then the mount's root is a prefix of
// the path.
static bool
own_directory(const char *controller, char directory[PATH_SIZE], struct mounted *mounted)
{
  char path[PATH_SIZE];
  if (!find_mount(controller, mounted) || !own_path(controller, path))
    return false;
  size_t root = strcmp(mounted->root, "/") == 0 ? 0 : strlen(mounted->root);
  const char *below = strncmp(path, mounted->root, root) == 0 ? path + root : "";
  format_path(directory, "%s%s", mounted->point, strcmp(below, "/") == 0 ? "" : below);
  return true;
}

static void
add_controller(struct cgroups *cgroups, int version, const char *base, const char *point, enum controller controller)
{
  for (int i = 0; i < cgroups->count; i++)
    if (strcmp(cgroups->hierarchies[i].base, base) == 0) {
      cgroups->hierarchies[i].controllers |= controller;
      return;
    }
  struct hierarchy *hierarchy = &cgroups->hierarchies[cgroups->count++];
  *hierarchy = (struct hierarchy) { .version = version, .controllers = controller, .directory = -1 };
  format_path(hierarchy->base, "%s", base);
  format_path(hierarchy->mount_point, "%s", point);
}

// Whether a v2 hierarchy has the controller at all (in a hybrid set-up v1 may have taken it).
static bool
v2_offers(const char *name)
{
  struct mounted mounted;
  char path[PATH_SIZE], text[1024];
  if (!find_mount(NULL, &mounted))
    return false;
  format_path(path, "%s/cgroup.controllers", mounted.point);
  read_file_at(AT_FDCWD, path, text, sizeof text);
  for (char *space; (space = strpbrk(text, " \n")) != NULL;)
    *space = ',';
  return contains(text, name);
}

// Strips the leaf from our cgroup: a judge that was started before in the same cgroup may have moved us there.
static void
leave_leaf(char base[PATH_SIZE])
{
  size_t length = strlen(base), leaf = sizeof LEAF - 1;
  if (length >= leaf && strcmp(base + length - leaf, LEAF) == 0)
    base[length - leaf] = '\0';
}

void
find_hierarchies(struct cgroups *cgroups, enum cgroup_choice choice)
{
  char v2[PATH_SIZE], v1[PATH_SIZE];
  struct mounted v2_mount, v1_mount;
  cgroups->has_v2 = own_directory(NULL, v2, &v2_mount);
  cgroups->has_v1 = own_directory("memory", v1, &v1_mount);
  if (cgroups->has_v2)
    leave_leaf(v2);
  if (choice == CGROUP_NONE)
    return;
  for (int i = 0; i < CONTROLLER_COUNT; i++) {
    bool v2_has = cgroups->has_v2 && (CONTROLLERS[i].v2_enable == NULL || v2_offers(CONTROLLERS[i].v1_name));
    bool v1_has = own_directory(CONTROLLERS[i].v1_name, v1, &v1_mount);
    if (v2_has && (choice == CGROUP_PREFER_V2 || !v1_has))
      add_controller(cgroups, 2, v2, v2_mount.point, CONTROLLERS[i].controller);
    else if (v1_has)
      add_controller(cgroups, 1, v1, v1_mount.point, CONTROLLERS[i].controller);
  }
}

static bool
enable_controllers(const char *directory, unsigned controllers)
{
  char path[PATH_SIZE];
  format_path(path, "%s/cgroup.subtree_control", directory);
  for (int i = 0; i < CONTROLLER_COUNT; i++)
    if ((controllers & CONTROLLERS[i].controller) && CONTROLLERS[i].v2_enable != NULL
        && !write_file_at(AT_FDCWD, path, CONTROLLERS[i].v2_enable))
      return false;
  return true;
}

// Enables the controllers in every cgroup from the mount down to `base`. Fails early where we lack the right to.
static void
enable_from_the_top(const char *base, unsigned controllers)
{
  struct mounted mounted;
  if (!find_mount(NULL, &mounted))
    return;
  char part[PATH_SIZE];
  for (size_t length = strlen(mounted.point); length < strlen(base); length += 1 + strcspn(base + length + 1, "/")) {
    format_path(part, "%.*s", (int) length, base);
    enable_controllers(part, controllers);
  }
}

// Moves the processes of a cgroup into its leaf, but for those that are born or end meanwhile, and those outside of our pid
// namespace, whose number is 0.
static bool
move_members_to_leaf(const char *base)
{
  char path[PATH_SIZE], text[65536], *rest;
  format_path(path, "%s%s", base, LEAF);
  if (mkdir(path, 0755) < 0 && errno != EEXIST)
    return false;
  format_path(path, "%s/cgroup.procs", base);
  if (!read_file_at(AT_FDCWD, path, text, sizeof text))
    return false;
  format_path(path, "%s%s/cgroup.procs", base, LEAF);
  // A process that ended meanwhile (ESRCH) does not matter.
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
    if (strcmp(line, "0") != 0 && !write_file_at(AT_FDCWD, path, line) && errno != ESRCH)
      return false;
  return true;
}

// Enables the controllers in a cgroup whose processes have to leave it first. The next round finds those that were born
// meanwhile: all further children of a process that was moved are born in the leaf.
static bool
enable_without_members(const char *base, unsigned controllers)
{
  for (int i = 0; i < MOVE_TRIES; i++) {
    if (enable_controllers(base, controllers))
      return true;
    if (errno != EBUSY || !move_members_to_leaf(base))
      return false;
    usleep(MOVE_PAUSE_US);
  }
  errno = EBUSY;
  return false;
}

bool
prepare_v2_instance(struct hierarchy *hierarchy)
{
  char place[PATH_SIZE];
  unsigned wanted = hierarchy->controllers & ~CPU;
  if (wanted == 0)
    return true;
  format_path(place, "%s/%s", hierarchy->base, hierarchy->instance);
  if (!enable_controllers(hierarchy->base, wanted)) {
    enable_from_the_top(hierarchy->base, wanted);
    if (!enable_without_members(hierarchy->base, wanted))
      return false;
  }
  return enable_controllers(place, wanted);
}
