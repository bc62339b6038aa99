#include "cargo.h"

#include "base/files.h"
#include "pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_directory_name(const char *name)
{
  return name[strlen(name) - 1] == '/';
}

static bool
copy_file_in(int from, const char *path, uid_t owner)
{
  struct stat status;
  int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  bool done = to >= 0 && fstat(from, &status) == 0 && copy_bytes(from, to, UINT64_MAX)
    && fchmod(to, 0644 | (status.st_mode & 0111)) == 0 && fchown(to, owner, owner) == 0;
  int saved_errno = errno;
  close_fd(&to);
  errno = saved_errno;
  return done;
}

// Copies a link as a link: the judge makes it, and it leads into /box, where a file too large to be copied lies.
static bool
copy_link_in(int from, const char *path)
{
  char target[PATH_SIZE];
  ssize_t length = readlinkat(from, "", target, sizeof target - 1);
  if (length < 0)
    return false;
  target[length] = '\0';
  return symlink(target, path) == 0;
}

static bool
is_link(int fd)
{
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISLNK(status.st_mode);
}

static bool
copy_directory_in(int from, const char *path, uid_t owner)
{
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  bool done = directory >= 0 && unpack_directory(from, directory, owner);
  int saved_errno = errno;
  close_fd(&directory);
  errno = saved_errno;
  return done;
}

// Copies the run's files before any of its processes exists, into an empty directory that only we can write.
bool
copy_in(const struct cargo *cargo, uid_t owner, struct report *report)
{
  char path[PATH_SIZE];
  for (uint32_t i = 0; i < cargo->order->directory_count; i++) {
    format_path(path, "/w/%s", cargo->directories[i]);
    if (mkdir(path, 0755) < 0 || chown(path, owner, owner) < 0)
      return fail_run(report, "make", cargo->directories[i]);
  }
  for (uint32_t i = 0; i < cargo->order->in_count; i++) {
    format_path(path, "/w/%s", cargo->in[i]);
    bool done = is_link(cargo->in_fds[i]) ? copy_link_in(cargo->in_fds[i], path)
      : is_directory_name(path) ? copy_directory_in(cargo->in_fds[i], path, owner)
      : copy_file_in(cargo->in_fds[i], path, owner);
    if (!done)
      return fail_run(report, "copy in", cargo->in[i]);
  }
  return true;
}

static void
note_too_large(struct report *report, const char *name, uint64_t max_bytes)
{
  snprintf(report->message, sizeof report->message, "%.100s is larger than %ju KB", name, (uintmax_t) max_bytes / 1024);
}

static bool
copy_file_out(int from, int to, const char *name, uint64_t max_bytes, struct report *report)
{
  struct stat status;
  if (fstat(from, &status) < 0 || (uint64_t) status.st_size > max_bytes)
    note_too_large(report, name, max_bytes);
  else if (copy_bytes(from, to, status.st_size))
    return true;
  else
    fail_run(report, "fetch", name);
  return false;
}

static bool
copy_directory_out(int from, int to, const char *name, uint64_t max_bytes, struct report *report)
{
  if (pack_directory(from, to, max_bytes))
    return true;
  if (errno == EFBIG)
    note_too_large(report, name, max_bytes);
  else
    fail_run(report, "fetch", name);
  return false;
}

// Fetches files after the run: only regular files, reached without links, and not larger than agreed. No process of
// the run is alive, so the files cannot change meanwhile.
bool
copy_out(const struct cargo *cargo, struct report *report)
{
  if (cargo->order->out_count == 0)
    return true;
  int scratch = open("/w", O_PATH | O_DIRECTORY | O_CLOEXEC);
  for (uint32_t i = 0; i < cargo->order->out_count; i++) {
    const char *name = cargo->out[i];
    uint64_t max_bytes = cargo->order->out_max_bytes[i];
    bool whole = is_directory_name(name);
    int from = whole ? open_beneath(scratch, name, O_RDONLY | O_DIRECTORY, 0) : open_regular_beneath(scratch, name);
    if (from < 0)
      continue;
    if ((whole ? copy_directory_out : copy_file_out)(from, cargo->out_fds[i], name, max_bytes, report))
      report->fetched |= 1u << i;
    close(from);
    // A file that is fetched by itself must not be in the directory that is fetched next.
    if (!whole && strchr(name, '/') != NULL)
      remove_beneath(scratch, name);
  }
  close_fd(&scratch);
  return report->cause != CAUSE_INTERNAL;
}
