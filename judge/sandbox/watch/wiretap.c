#include "wiretap.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_SIZE = 64 };

uint64_t
count_written(pid_t pid)
{
  char path[NAME_SIZE], text[512];
  snprintf(path, sizeof path, "/proc/%d/io", pid);
  if (!read_file_at(AT_FDCWD, path, text, sizeof text))
    return 0;
  const char *line = strstr(text, "wchar: ");
  return line == NULL ? 0 : strtoull(line + sizeof "wchar: " - 1, NULL, 10);
}

static bool
is_link_to(int directory, const char *name, const char *wanted)
{
  char target[NAME_SIZE];
  ssize_t length = readlinkat(directory, name, target, sizeof target - 1);
  if (length < 0)
    return errno != ENOENT;
  target[length] = '\0';
  return strcmp(target, wanted) == 0;
}

static bool
process_has(int proc, const char *pid, const char *wanted)
{
  char path[NAME_SIZE];
  snprintf(path, sizeof path, "%.20s/fd", pid);
  int directory = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return errno != ENOENT;
  DIR *entries = fdopendir(directory);
  if (entries == NULL) {
    close(directory);
    return true;
  }
  bool found = false;
  for (struct dirent *entry; !found && (entry = readdir(entries)) != NULL;)
    found = isdigit((unsigned char) entry->d_name[0]) && is_link_to(directory, entry->d_name, wanted);
  closedir(entries);
  return found;
}

// Whether a program is ending: it has closed all files, but its end is not yet reported.
static bool
is_exiting(pid_t pid)
{
  enum { PF_EXITING = 4 };
  char path[NAME_SIZE], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  const char *fields = read_file_at(AT_FDCWD, path, text, sizeof text) ? strrchr(text, ')') : NULL;
  unsigned flags;
  return fields == NULL || sscanf(fields, ") %*c %*d %*d %*d %*d %*d %u", &flags) != 1 || (flags & PF_EXITING) != 0;
}

bool
has_wire(pid_t pid, int pipe)
{
  struct stat status;
  char wanted[NAME_SIZE], usual[NAME_SIZE];
  if (fstat(pipe, &status) < 0)
    return true;
  snprintf(wanted, sizeof wanted, "pipe:[%ju]", (uintmax_t) status.st_ino);
  snprintf(usual, sizeof usual, "/proc/%d/fd/1", pid);
  if (is_link_to(AT_FDCWD, usual, wanted))
    return true;
  DIR *proc = opendir("/proc");
  if (proc == NULL)
    return true;
  bool found = false;
  for (struct dirent *entry; !found && (entry = readdir(proc)) != NULL;)
    if (isdigit((unsigned char) entry->d_name[0]) && atoi(entry->d_name) > 1)
      found = process_has(dirfd(proc), entry->d_name, wanted);
  closedir(proc);
  return found || is_exiting(pid);
}
