#include "container.h"

#include "mounts.h"
#include "proc.h"

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

// Paths of the host that are shown, read-only, without devices and set-uid rights; missing ones are left out. A path
// may end in a pattern. Symbolic links are copied as links.
static const char *const SHOWN[] = {
  "/usr",                         // compilers, interpreters, libraries, headers
  "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", // links into /usr, or directories on older systems
  "/etc/alternatives",            // Debian's choice of java, cc, awk...
  "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", // locations of shared libraries
  "/etc/localtime",               // some run-time libraries read the time zone at start
  "/etc/java*",                   // OpenJDK's configuration, without which java refuses to start
  "/etc/fpc*.cfg", "/etc/fp*.cfg", // Free Pascal's unit paths
  "/etc/mono", "/etc/dotnet",     // C#
  "/etc/php", "/etc/python3*", "/etc/pypy*", "/etc/ghc", "/etc/nodejs", "/etc/R", // other languages
  "/var/lib/ghc",                 // GHC's package database
};

// Devices that programs of all languages expect in /dev. Read-only mounts: programs may still write to the devices,
// but times and modes of the host's nodes, which all runs share, stay as they are.
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


enum { SCRATCH_INODES = 32768 };

uint64_t
container_namespaces(const struct container_plan *plan)
{
  return CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    | (plan->user_namespace ? CLONE_NEWUSER : 0);
}

// Maps the programs' uid inside to our own outside. Without root only one uid can be mapped, so init has it too;
// programs differ from init in having no capabilities.
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
    set_mount_attributes(AT_FDCWD, target, 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
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
make_root(const struct container_plan *plan, const char *root)
{
  // Later mounts of the host stay out of the container, and ours stay in.
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

// Leaves the host's tree for good: the old root is detached, and nothing refers to it any more.
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

// Converts a size for tmpfs, which takes 0 for "no limit".
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
