// Sandbox helper: runs untrusted programs.
//
// Theory of operation
//
//   judge (Node) ──frames──▶ keeper ──order + descriptors──▶ init of slot 0 ──clone──▶ program
//                ◀──lines───        ◀──report──────────────  init of slot 1 ──clone──▶ program
//
// The keeper (keeper/) is the judge's child. It opens the files of a run beneath the judge's work
// directory, makes its cgroup, and sends both to the slot's init. It never waits for a program, so slots do not
// wait for each other.
//
// An init (init/, watch/) is process 1 of its slot's container: namespaces of its own, a root that shows
// read-only system directories and nothing else of the host (container/). It starts the program as
// cheaply as vfork does (program/): cgroup, limits, uid, no new privileges, system call filter, exec.
// It carries the program's output from a pipe to the file, watches CPU and wall time, and at the end kills and
// reaps all processes of the container. Then it answers, and replaces /w by a new one.
//
// From a request to execve() there are three steps, each in a process of its own:
//
//   1. start_run() in the keeper (keeper/slot.c) makes the slot's container if it has none. send_order() opens the
//      files of the request, shows its directory as /box, limits the cgroup that was made ahead, and sends all that to
//      init.
//   2. execute() in init (init/init.c) sizes /w, reads the input ahead, shows /box, and copies the files in.
//      run_program() makes the pipes and calls start_program().
//   3. become_program() in the child (program/program.c), before execve():
//       1. enters the run's cgroup        (v1: of memory; it was born in init's others, and under v2 in all)
//       2. connects the standard streams and closes all other descriptors
//       3. begins a session of its own
//       4. enters a cgroup namespace, which hides the number of the run
//       5. enters /w
//       6. takes the programs' priority
//       7. sets its resource limits
//       8. resets its signals
//       9. changes to the slot's user     (with root)
//      10. gives up new privileges
//      11. loads the system call filter   (last, since it forbids what came before)
//
// Supervision: programs die with their init (the kernel empties its pid namespace), inits die with the keeper
// (PDEATHSIG and the closed socket), the keeper ends with the judge (end of standard input) and removes its cgroups.
// A killed keeper leaves empty cgroup directories, which the next start removes. Mounts exist in mount namespaces
// only, so there are none to remove.
//
// The helper reports why it ends: die() and warn() write to standard error, fatal signals do so too (last-words.c), and
// the judge adds exit code or signal. The judge starts another helper and runs the test again.
//
// Rights: with root, programs run as a uid of their slot. Without root everything happens in a user namespace that
// maps one uid, and programs differ from init by having no capabilities.
#include "base/files.h"
#include "keeper/keeper.h"
#include "last-words.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PRECEDENCE = 10 };

static enum cgroup_choice cgroup_choice;

static void
usage(void)
{
  die("usage: helper --work-dir DIRECTORY [--hide DIRECTORY]... [--cgroup auto|v2|none] [--cores NUMBER,...]");
}

static void
parse_cgroup_choice(const char *name)
{
  if (strcmp(name, "v2") == 0)
    cgroup_choice = CGROUP_PREFER_V2;
  else if (strcmp(name, "none") == 0)
    cgroup_choice = CGROUP_NONE;
  else if (strcmp(name, "auto") != 0)
    usage();
}

static void
parse_cores(char *list, struct setting *setting)
{
  for (char *word = strtok(list, ","); word != NULL; word = strtok(NULL, ",")) {
    char *end;
    long core = strtol(word, &end, 10);
    if (*end != '\0' || core < 0 || core >= CPU_SETSIZE || setting->core_count == MAX_CORES)
      usage();
    setting->cores[setting->core_count++] = core;
  }
}

static void
parse_arguments(int count, char **arguments, struct setting *setting)
{
  setting->hidden = calloc(count, sizeof *setting->hidden);
  for (int i = 1; i < count; i++) {
    bool has_value = i + 1 < count;
    if (strcmp(arguments[i], "--cores") == 0 && has_value)
      parse_cores(arguments[++i], setting);
    else if (strcmp(arguments[i], "--work-dir") == 0 && has_value)
      setting->work_path = arguments[++i];
    else if (strcmp(arguments[i], "--hide") == 0 && has_value)
      setting->hidden[setting->hidden_count++] = arguments[++i];
    else if (strcmp(arguments[i], "--cgroup") == 0 && has_value)
      parse_cgroup_choice(arguments[++i]);
    else
      usage();
  }
  if (setting->work_path == NULL)
    usage();
}

static void
become_namespace_root(void)
{
  uid_t uid = geteuid();
  gid_t gid = getegid();
  char map[64];
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
    die("no-namespaces: make a user namespace: %m");
  snprintf(map, sizeof map, "0 %u 1", uid);
  if (!write_file_at(AT_FDCWD, "/proc/self/uid_map", map))
    die("no-namespaces: map the user: %m");
  snprintf(map, sizeof map, "0 %u 1", gid);
  if (!write_file_at(AT_FDCWD, "/proc/self/setgroups", "deny") || !write_file_at(AT_FDCWD, "/proc/self/gid_map", map))
    die("no-namespaces: map the group: %m");
}

// Whether the uids of the slots are ours to assign. Root of a rootless container lacks them and is treated as the
// ordinary user it is outside.
static bool
owns_slot_uids(void)
{
  char map[4096];
  uint64_t inside, outside, count;
  if (!read_file_at(AT_FDCWD, "/proc/self/uid_map", map, sizeof map))
    return false;
  for (char *line = strtok(map, "\n"); line != NULL; line = strtok(NULL, "\n"))
    if (sscanf(line, "%ju %ju %ju", &inside, &outside, &count) == 3 && inside <= SLOT_UIDS
        && inside + count > SLOT_UIDS + SLOT_UID_COUNT)
      return true;
  return false;
}

// Enters a mount namespace of our own: the host never sees our mounts.
static void
leave_host_mounts(struct setting *setting)
{
  if (geteuid() != 0 || !owns_slot_uids() || unshare(CLONE_NEWNS) < 0) {
    setting->user_namespace = true;
    become_namespace_root();
  }
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
    die("no-namespaces: make mounts private: %m");
}

// Raises our own priority: on a loaded machine a limit is only as exact as its guard is prompt. Without root this is
// refused.
static void
take_precedence(struct setting *setting)
{
  setting->nice = getpriority(PRIO_PROCESS, 0);
  setpriority(PRIO_PROCESS, 0, setting->nice - PRECEDENCE);
}

// Protects the keeper when the whole machine runs out of memory: the kernel should kill others first. Refused without
// root.
static void
avoid_memory_killer(void)
{
  write_file_at(AT_FDCWD, "/proc/self/oom_score_adj", "-500");
}

static void
open_work_directory(struct setting *setting)
{
  setting->work_directory = open(setting->work_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (setting->work_directory < 0)
    die("open the work directory %s: %m", setting->work_path);
  // A program can open its standard input again through /proc, and without root it owns the file.
  setting->readable_directory = detach_read_only(setting->work_directory);
  if (setting->readable_directory < 0)
    die("make a read-only view of the work directory: %m (Linux 5.12 or newer is needed)");
}

// Makes an empty input on a read-only mount: a program may change the times of the node behind its standard input.
static void
open_empty_input(struct setting *setting)
{
  int mount = detach_device("/dev/null");
  if (mount < 0)
    die("make a read-only view of /dev/null: %m");
  snprintf(setting->empty_input, sizeof setting->empty_input, "/proc/self/fd/%d", mount);
}

// Opens what init writes unwanted output to; no program receives it.
static void
open_discard(struct setting *setting)
{
  setting->discard = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (setting->discard < 0)
    die("open /dev/null: %m");
}

static const char *
cgroup_name(const struct cgroups *cgroups)
{
  if (cgroups->count == 0)
    return "none";
  return cgroups->has_v1 && cgroups->has_v2 ? "hybrid" : cgroups->has_v2 ? "v2" : "v1";
}

// Names the mode. Without cgroups it is weaker even with root: limits of process groups are not exact.
static const char *
mode_name(const struct setting *setting)
{
  if (setting->cgroups.controllers != ALL_CONTROLLERS)
    return "namespaces";
  return setting->user_namespace ? "delegated" : "full";
}

static void
say_hello(const struct setting *setting)
{
  const struct cgroups *cgroups = &setting->cgroups;
  printf("{\"mode\":\"%s\",\"cgroup\":\"%s\",\"lost\":\"%s\",\"ignoresSwap\":%s}\n", mode_name(setting),
         cgroup_name(cgroups), cgroups->lost, cgroups->ignores_swap ? "true" : "false");
  fflush(stdout);
}

int
main(int count, char **arguments)
{
  struct setting setting = { 0 };
  parse_arguments(count, arguments, &setting);
  umask(022);
  signal(SIGPIPE, SIG_IGN);
  prepare_last_words();
  avoid_memory_killer();
  take_precedence(&setting);
  leave_host_mounts(&setting);
  open_work_directory(&setting);
  open_empty_input(&setting);
  open_discard(&setting);
  open_cgroups(&setting.cgroups, cgroup_choice);
  say_hello(&setting);
  keep(&setting);
  return 0;
}
