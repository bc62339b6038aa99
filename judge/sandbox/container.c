#include "container.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// What of the host is shown, read-only, without devices and set-uid rights; what is missing is left out. A path
// may end in a pattern. Symbolic links are copied as links.
static const char *const SHOWN[] = {
  "/usr",                         // compilers, interpreters, libraries, headers
  "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", // links into /usr, or directories on older systems
  "/etc/alternatives",            // Debian's choice of java, cc, awk...
  "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", // where shared libraries are
  "/etc/localtime",               // some run-time libraries read the time zone at start
  "/etc/java*",                   // OpenJDK's configuration, without which java refuses to start
  "/etc/fpc*.cfg", "/etc/fp*.cfg", // Free Pascal's unit paths
  "/etc/mono", "/etc/dotnet",     // C#
  "/etc/php", "/etc/python3*", "/etc/pypy*", "/etc/ghc", "/etc/nodejs", // other languages
  "/var/lib/ghc",                 // GHC's package database
};

// What programs of all languages expect of /dev.
static const char *const DEVICES[] = { "null", "zero", "full", "random", "urandom" };

// Links inside the container. /tmp and /dev/shm lie in /w, so they share its size limit and end with the run.
static const struct { const char *name, *target; } LINKS[] = {
  { "/tmp", "/w/.tmp" },
  { "/var/tmp", "/w/.tmp" },
  { "/dev/shm", "/w/.shm" },
  { "/dev/fd", "/proc/self/fd" },
  { "/dev/stdin", "/proc/self/fd/0" },
  { "/dev/stdout", "/proc/self/fd/1" },
  { "/dev/stderr", "/proc/self/fd/2" },
};

// Parts of /proc that tell of the host rather than of the program.
static const char *const MASKED[] = {
  "/proc/acpi", "/proc/asound", "/proc/bus", "/proc/config.gz", "/proc/driver", "/proc/fs", "/proc/irq", "/proc/kallsyms",
  "/proc/kcore", "/proc/keys", "/proc/key-users", "/proc/kmsg", "/proc/kpagecount", "/proc/latency_stats",
  "/proc/modules", "/proc/sched_debug", "/proc/scsi", "/proc/slabinfo", "/proc/sysrq-trigger", "/proc/sysvipc",
  "/proc/timer_list", "/proc/vmallocinfo", "/proc/cmdline",
};


enum { SCRATCH_INODES = 32768 };

uint64_t
container_namespaces(const struct container_plan *plan)
{
  return CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    | (plan->user_namespace ? CLONE_NEWUSER : 0);
}

// The programs' uid inside, our own outside. Without more rights one uid can be mapped, so init has it too; programs
// differ from init in having no capabilities.
static void
map_user(uid_t uid)
{
  char map[64];
  snprintf(map, sizeof map, "%u 0 1", uid);
  if (!write_file_at(AT_FDCWD, "/proc/self/uid_map", map))
    die("map the user: %m");
  if (!write_file_at(AT_FDCWD, "/proc/self/setgroups", "deny"))
    die("deny setgroups: %m");
  if (!write_file_at(AT_FDCWD, "/proc/self/gid_map", map))
    die("map the group: %m");
}

static void
make_file(const char *path, const char *text)
{
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t) strlen(text))
    die("make %s: %m", path);
  close(fd);
}

// Makes the directories above `path`.
static void
make_parents(const char *path)
{
  char part[PATH_SIZE];
  for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    format_path(part, "%.*s", (int) (slash - path), path);
    if (mkdir(part, 0755) < 0 && errno != EEXIST)
      die("make %s: %m", part);
  }
}

static void
set_mount_attributes(int fd, const char *path, unsigned flags, uint64_t attributes)
{
  struct mount_attr change = { .attr_set = attributes };
  if (syscall(SYS_mount_setattr, fd, path, flags | AT_RECURSIVE, &change, sizeof change) < 0)
    die("make the mount %s read-only: %m (Linux 5.12 or newer is needed)", path);
}

static void
bind_read_only(const char *source, const char *target)
{
  if (mount(source, target, NULL, MS_BIND | MS_REC, NULL) < 0)
    die("show %s: %m", source);
  set_mount_attributes(AT_FDCWD, target, 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

// Shows one path of the host at the same place below `root`.
static void
show(const char *root, const char *path)
{
  struct stat status;
  if (lstat(path, &status) < 0)
    return;
  char target[PATH_SIZE];
  format_path(target, "%s%s", root, path);
  make_parents(target);
  if (S_ISLNK(status.st_mode)) {
    char link[PATH_SIZE];
    ssize_t length = readlink(path, link, sizeof link - 1);
    if (length < 0)
      die("read the link %s: %m", path);
    link[length] = '\0';
    if (symlink(link, target) < 0 && errno != EEXIST)
      die("make the link %s: %m", path);
  } else if (S_ISDIR(status.st_mode)) {
    if (mkdir(target, 0755) < 0 && errno != EEXIST)
      die("make %s: %m", path);
    bind_read_only(path, target);
  } else if (S_ISREG(status.st_mode) && access(target, F_OK) < 0) {
    make_file(target, "");
    bind_read_only(path, target);
  }
}

// Shows every path that matches; only the last part may be a pattern.
static void
show_matching(const char *root, const char *pattern)
{
  if (strpbrk(pattern, "*?[") == NULL) {
    show(root, pattern);
    return;
  }
  const char *slash = strrchr(pattern, '/');
  char parent[PATH_SIZE];
  format_path(parent, "%.*s", (int) (slash - pattern), pattern);
  DIR *directory = opendir(parent);
  if (directory == NULL)
    return;
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (fnmatch(slash + 1, entry->d_name, FNM_PERIOD) == 0) {
      char path[PATH_SIZE];
      format_path(path, "%s/%s", parent, entry->d_name);
      show(root, path);
    }
  closedir(directory);
}

static void
make_devices(const char *root)
{
  char target[PATH_SIZE], source[PATH_SIZE];
  for (int i = 0; i < COUNT(DEVICES); i++) {
    format_path(source, "/dev/%s", DEVICES[i]);
    format_path(target, "%s/dev/%s", root, DEVICES[i]);
    make_parents(target);
    make_file(target, "");
    if (mount(source, target, NULL, MS_BIND, NULL) < 0)
      die("show %s: %m", source);
  }
}

static void
make_links(const char *root)
{
  char path[PATH_SIZE];
  for (int i = 0; i < COUNT(LINKS); i++) {
    format_path(path, "%s%s", root, LINKS[i].name);
    make_parents(path);
    if (symlink(LINKS[i].target, path) < 0)
      die("make the link %s: %m", LINKS[i].name);
  }
}

static void
make_accounts(const char *root, uid_t uid)
{
  char path[PATH_SIZE], text[256];
  format_path(path, "%s/etc/passwd", root);
  make_parents(path);
  snprintf(text, sizeof text, "root:x:0:0:root:/:/bin/false\nrunner:x:%u:%u::/w:/bin/false\n", uid, uid);
  make_file(path, text);
  format_path(path, "%s/etc/group", root);
  snprintf(text, sizeof text, "root:x:0:\nrunner:x:%u:\n", uid);
  make_file(path, text);
  format_path(path, "%s/etc/nsswitch.conf", root);
  make_file(path, "passwd: files\ngroup: files\nhosts: files\n");
}

static void
mask(const char *path)
{
  struct stat status;
  if (lstat(path, &status) < 0)
    return;
  if (S_ISDIR(status.st_mode)) {
    if (mount("none", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "size=4k,mode=555") < 0)
      die("hide %s: %m", path);
  } else if (mount("/dev/null", path, NULL, MS_BIND, NULL) < 0) {
    die("hide %s: %m", path);
  }
}

// A /proc of the container's own process ids. Mounted while the host's is still in sight: without root the kernel
// gives nobody a /proc who could not see one before.
static void
mount_proc(const char *root)
{
  char path[PATH_SIZE];
  format_path(path, "%s/proc", root);
  if (mkdir(path, 0555) < 0 || mount("proc", path, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "hidepid=2") < 0)
    die("mount /proc: %m");
}

// Nothing in /proc tells of the host, and nothing in it can be written.
static void
restrict_proc(void)
{
  for (int i = 0; i < COUNT(MASKED); i++)
    mask(MASKED[i]);
  set_mount_attributes(AT_FDCWD, "/proc", 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

static void
make_root(const struct container_plan *plan, const char *root)
{
  // Whatever the host mounts or unmounts later stays out, and our mounts stay in.
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
    die("make mounts private: %m");
  if (mount("none", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,nr_inodes=1k,mode=755") < 0)
    die("mount the root on %s: %m", root);
  for (int i = 0; i < COUNT(SHOWN); i++)
    show_matching(root, SHOWN[i]);
  make_devices(root);
  make_links(root);
  make_accounts(root, plan->uid);
  mount_proc(root);
}

// Leaves the host's tree for good: the old root is detached, nothing refers to it any more.
static void
change_root(const char *root)
{
  if (chdir(root) < 0 || syscall(SYS_pivot_root, ".", ".") < 0)
    die("change the root: %m");
  if (umount2(".", MNT_DETACH) < 0 || chdir("/") < 0)
    die("leave the old root: %m");
}

void
enter_container(const struct container_plan *plan)
{
  umask(022);
  if (plan->user_namespace)
    map_user(plan->uid);
  make_root(plan, plan->mount_point);
  change_root(plan->mount_point);
  restrict_proc();
  for (int i = 0; i < plan->hidden_count; i++)
    mask(plan->hidden[i]);
  if (mkdir("/w", 0755) < 0 || mkdir("/box", 0755) < 0)
    die("make /w and /box: %m");
  // Not recursive: the devices stay usable, /w stays writable.
  if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) < 0)
    die("make the root read-only: %m");
  if (sethostname("sandbox", 7) < 0)
    die("set the host name: %m");
}

static void
make_scratch_directory(const char *path)
{
  // Plain mkdir would lose the sticky bit to the umask.
  if (mkdir(path, 0) < 0 || chmod(path, 01777) < 0)
    die("make %s: %m", path);
}

// tmpfs takes 0 for "no limit".
static uintmax_t
scratch_size(uint64_t bytes)
{
  return bytes > 0 ? bytes : 1;
}

void
renew_scratch(const struct container_plan *plan, uint64_t bytes)
{
  // EINVAL: nothing was mounted yet.
  if (umount2("/w", MNT_DETACH) < 0 && errno != EINVAL)
    die("unmount /w: %m");
  char options[128];
  snprintf(options, sizeof options, "size=%ju,nr_inodes=%d,mode=700,uid=%u,gid=%u", scratch_size(bytes),
           SCRATCH_INODES, plan->uid, plan->uid);
  if (mount("none", "/w", "tmpfs", MS_NOSUID | MS_NODEV, options) < 0)
    die("mount /w: %m");
  make_scratch_directory("/w/.tmp");
  make_scratch_directory("/w/.shm");
}

void
resize_scratch(uint64_t bytes)
{
  char options[64];
  snprintf(options, sizeof options, "size=%ju", scratch_size(bytes));
  if (mount(NULL, "/w", NULL, MS_REMOUNT | MS_NOSUID | MS_NODEV, options) < 0)
    die("resize /w: %m");
}

bool
show_box(int mount_fd)
{
  umount2("/box", MNT_DETACH);
  return mount_fd < 0 || syscall(SYS_move_mount, mount_fd, "", AT_FDCWD, "/box", MOVE_MOUNT_F_EMPTY_PATH) == 0;
}
