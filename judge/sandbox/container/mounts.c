#include "mounts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void
make_file(const char *path, const char *text)
{
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t) strlen(text))
    die("make %s: %m", path);
  close(fd);
}

void
make_parents(const char *path)
{
  char part[PATH_SIZE];
  for (const char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    format_path(part, "%.*s", (int) (slash - path), path);
    if (mkdir(part, 0755) < 0 && errno != EEXIST)
      die("make %s: %m", part);
  }
}

void
set_mount_attributes(int fd, const char *path, unsigned flags, uint64_t attributes)
{
  struct mount_attr change = { .attr_set = attributes };
  if (syscall(SYS_mount_setattr, fd, path, flags | AT_RECURSIVE, &change, sizeof change) < 0)
    die("make the mount %s read-only: %m (Linux 5.12 or newer is needed)", path);
}

void
bind_read_only(const char *source, const char *target)
{
  if (mount(source, target, NULL, MS_BIND | MS_REC, NULL) < 0)
    die("show %s: %m", source);
  set_mount_attributes(AT_FDCWD, target, 0, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

void
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
