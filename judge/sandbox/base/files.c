#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_TRIES = 100 };

int
open_beneath(int directory, const char *path, int flags, mode_t mode)
{
  struct open_how how = {
    .flags = (uint64_t) flags | O_CLOEXEC | O_NOFOLLOW,
    .mode = mode,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
  };
  int fd, tries = 0;
  // EAGAIN: a directory on the way was renamed meanwhile, and the kernel asks to try again. With O_NONBLOCK it may also
  // say so of a file that somebody has leased, for as long as the lease lasts, which must hold up no other slot.
  do
    fd = syscall(SYS_openat2, directory, path, &how, sizeof how);
  while (fd < 0 && (errno == EINTR || (errno == EAGAIN && ++tries < MAX_TRIES)));
  return fd;
}

int
open_regular_beneath(int directory, const char *path)
{
  int fd = open_beneath(directory, path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
  struct stat status;
  if (fd < 0 || (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)))
    return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

int
open_link_beneath(int directory, const char *path)
{
  int fd = open_beneath(directory, path, O_PATH, 0);
  struct stat status;
  if (fd < 0 || (fstat(fd, &status) == 0 && S_ISLNK(status.st_mode)))
    return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

// Opens the directory that holds `path` and points `name` at the last part. -1 with errno.
static int
open_parent(int directory, const char *path, const char **name)
{
  const char *slash = strrchr(path, '/');
  *name = slash == NULL ? path : slash + 1;
  char parent[PATH_SIZE];
  format_path(parent, "%.*s", slash == NULL ? 1 : (int) (slash - path), slash == NULL ? "." : path);
  return open_beneath(directory, parent, O_PATH | O_DIRECTORY, 0);
}

void
remove_beneath(int directory, const char *path)
{
  const char *name;
  int parent = open_parent(directory, path, &name);
  if (parent < 0)
    return;
  unlinkat(parent, name, 0);
  close(parent);
}

int
create_beneath(int directory, const char *path, mode_t mode)
{
  remove_beneath(directory, path);
  // The helper's own umask takes nothing from these modes: programs of another uid must read the fetched files.
  return open_beneath(directory, path, O_WRONLY | O_CREAT | O_EXCL, mode);
}

// Making a file costs ext4 a look at each that was removed in the last minutes, since it gives their numbers to no new one so
// soon. A judge that made one for each run would have removed thousands.
int
overwrite_beneath(int directory, const char *path, mode_t mode)
{
  // A FIFO without a reader is refused, not waited for.
  int fd = open_beneath(directory, path, O_WRONLY | O_NONBLOCK | O_NOCTTY, 0);
  struct stat status;
  if (fd >= 0 && fstat(fd, &status) == 0 && status.st_mode == (S_IFREG | mode) && status.st_nlink == 1)
    return fd;
  close_fd(&fd);
  return create_beneath(directory, path, mode);
}

// ext4 brings a file to the disk as soon as it is closed when it was emptied and written again (auto_da_alloc). Therefore
// older content is cut off behind the new one, instead of being removed before it.
void
cut_behind(int fd)
{
  struct stat status;
  off_t end = lseek(fd, 0, SEEK_CUR);
  if (end >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > end && ftruncate(fd, end) < 0)
    warn("shorten an output: %m");
}

void
empty_beneath(int directory, const char *path)
{
  int fd = open_beneath(directory, path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_NOCTTY, 0);
  close_fd(&fd);
}

static bool
read_alike(int one, int other, uint64_t size)
{
  char left[8192], right[8192];
  uint64_t alike = 0;
  for (;;) {
    ssize_t length = read(one, left, sizeof left);
    if (length < 0 || read(other, right, sizeof right) != length || memcmp(left, right, length) != 0)
      return false;
    if (length == 0)
      return alike == size;
    alike += length;
  }
}

bool
have_same_content(int directory, const char *one, const char *other, uint64_t size)
{
  int left = open_regular_beneath(directory, one), right = open_regular_beneath(directory, other);
  bool alike = left >= 0 && right >= 0 && read_alike(left, right, size);
  close_fd(&left);
  close_fd(&right);
  return alike;
}

bool
copy_bytes(int from, int to, uint64_t max)
{
  while (max > 0) {
    ssize_t copied = sendfile(to, from, NULL, max < (1 << 30) ? max : (1 << 30));
    if (copied < 0 && errno == EINTR)
      continue;
    if (copied < 0)
      return false;
    if (copied == 0)
      return true;
    max -= copied;
  }
  return true;
}

// Returns a detached mount of one file or directory, with more attributes. -1 with errno.
static int
detach(int directory, const char *path, uint64_t attributes)
{
  int mount = syscall(SYS_open_tree, directory, path, AT_EMPTY_PATH | OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
  struct mount_attr change = { .attr_set = attributes };
  if (mount >= 0 && syscall(SYS_mount_setattr, mount, "", AT_EMPTY_PATH, &change, sizeof change) < 0) {
    int saved_errno = errno;
    close(mount);
    errno = saved_errno;
    return -1;
  }
  return mount;
}

int
detach_read_only(int directory)
{
  return detach(directory, "", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

int
detach_device(const char *path)
{
  return detach(AT_FDCWD, path, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
}
