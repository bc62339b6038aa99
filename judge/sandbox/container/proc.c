#include "proc.h"

#include "mounts.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Parts of /proc that describe the host rather than the program. Counters among them would let a run send information
// to a later one, by how far it advances them.
static const char *const MASKED[] = {
  "/proc/acpi", "/proc/asound", "/proc/bus", "/proc/config.gz", "/proc/driver", "/proc/fs", "/proc/irq", "/proc/kallsyms",
  "/proc/kcore", "/proc/keys", "/proc/key-users", "/proc/kmsg", "/proc/kpagecount", "/proc/latency_stats",
  "/proc/modules", "/proc/sched_debug", "/proc/scsi", "/proc/slabinfo", "/proc/sysrq-trigger", "/proc/sysvipc",
  "/proc/timer_list", "/proc/vmallocinfo", "/proc/cmdline", "/proc/buddyinfo", "/proc/cgroups", "/proc/diskstats",
  "/proc/interrupts", "/proc/locks", "/proc/pagetypeinfo", "/proc/partitions", "/proc/pressure", "/proc/schedstat",
  "/proc/softirqs", "/proc/swaps", "/proc/sys/fs", "/proc/sys/kernel/pty", "/proc/vmstat", "/proc/zoneinfo",
};

// Files of /proc that language run-times read at start, shown as they were when the container was made. The second number
// of uptime is how long the processors had nothing to do.
static const char *const FROZEN[] = { "loadavg", "meminfo", "stat", "uptime" };

static const char LAST_PID[] = "sys/kernel/ns_last_pid";

static int last_pid = -1;

// Mounts a /proc of the container's own process ids. The host's must still be visible: without root the kernel grants
// no /proc to a process that could not see one before.
void
mount_proc(const char *root)
{
  char path[PATH_SIZE];
  format_path(path, "%s/proc", root);
  if (mkdir(path, 0555) < 0 || mount("proc", path, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2") < 0)
    die("mount /proc: %m");
}

// Opens the counter of process ids for restart_pids, through a mount of its own, because a file that is open for
// writing would keep /proc from becoming read-only.
static void
open_last_pid(void)
{
  int proc = syscall(SYS_open_tree, AT_FDCWD, "/proc", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  last_pid = proc < 0 ? -1 : openat(proc, LAST_PID, O_WRONLY | O_CLOEXEC);
  if (last_pid < 0)
    warn("open /proc/%s: %m: process ids count on from run to run, and tell a later one how many there were", LAST_PID);
  close_fd(&proc);
}

static void
freeze(const char *name)
{
  static char text[65536];
  char path[PATH_SIZE], copy[PATH_SIZE];
  format_path(path, "/proc/%s", name);
  format_path(copy, "/.proc/%s", name);
  if (!read_file_at(AT_FDCWD, path, text, sizeof text))
    return;
  make_parents(copy);
  make_file(copy, text);
  bind_read_only(copy, path);
}

// Hides everything in /proc that describes the host, and makes the rest read-only.
void
restrict_proc(void)
{
  open_last_pid();
  for (int i = 0; i < COUNT(FROZEN); i++)
    freeze(FROZEN[i]);
  for (int i = 0; i < COUNT(MASKED); i++)
    mask(MASKED[i]);
  set_mount_attributes(AT_FDCWD, "/proc", 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

void
restart_pids(void)
{
  if (last_pid >= 0 && pwrite(last_pid, "1", 1, 0) < 0)
    die("restart the process ids: %m");
}
