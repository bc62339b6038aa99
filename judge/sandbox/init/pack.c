#include "pack.h"

#include "base/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
pack_file(int from, const char *name, int to, uint64_t *room)
{
  struct stat status;
  struct packed head = { 0 };
  if (fstat(from, &status) < 0)
    return false;
  head.size = status.st_size;
  memcpy(head.name, name, strnlen(name, sizeof head.name - 1));
  if (*room < sizeof head || *room - sizeof head < head.size) {
    errno = EFBIG;
    return false;
  }
  *room -= sizeof head + head.size;
  return write(to, &head, sizeof head) == sizeof head && copy_bytes(from, to, head.size);
}

bool
pack_directory(int directory, int to, uint64_t max)
{
  // A separate descriptor, since closedir closes it.
  DIR *entries = fdopendir(openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entries == NULL)
    return false;
  bool done = true;
  for (struct dirent *entry; done && (entry = readdir(entries)) != NULL;) {
    int from = open_regular_beneath(directory, entry->d_name);
    if (from < 0)
      continue;
    done = pack_file(from, entry->d_name, to, &max);
    close(from);
  }
  int saved_errno = errno;
  closedir(entries);
  errno = saved_errno;
  return done;
}

static bool
unpack_file(int from, const struct packed *head, int directory, uid_t owner)
{
  int to = openat(directory, head->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (to < 0)
    return false;
  off_t before = lseek(from, 0, SEEK_CUR);
  bool done = copy_bytes(from, to, head->size) && lseek(from, 0, SEEK_CUR) == before + (off_t) head->size
    && fchown(to, owner, owner) == 0;
  close(to);
  return done;
}

bool
unpack_directory(int from, int directory, uid_t owner)
{
  struct packed head;
  ssize_t length;
  while ((length = read(from, &head, sizeof head)) == sizeof head) {
    // The archive was packed here, but from names that a program chose.
    bool plain = memchr(head.name, '\0', sizeof head.name) != NULL && strchr(head.name, '/') == NULL;
    if (!plain) {
      errno = EINVAL;
      return false;
    }
    if (!unpack_file(from, &head, directory, owner))
      return false;
  }
  errno = EINVAL;
  return length == 0;
}
