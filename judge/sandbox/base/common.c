#include "common.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void
print_line(const char *format, va_list arguments)
{
  char line[1024];
  int prefix = snprintf(line, sizeof line, "sandbox: ");
  vsnprintf(line + prefix, sizeof line - prefix - 1, format, arguments);
  strcat(line, "\n");
  if (write(STDERR_FILENO, line, strlen(line)) < 0) {
    // The reader is gone; there is no other place to complain to.
  }
}

void
die(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  print_line(format, arguments);
  va_end(arguments);
  _exit(1);
}

void
warn(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  print_line(format, arguments);
  va_end(arguments);
}

uint64_t
now_ns(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

void
format_path(char path[PATH_SIZE], const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(path, PATH_SIZE, format, arguments);
  va_end(arguments);
  if (length < 0 || length >= PATH_SIZE)
    die("a path is longer than %d bytes", PATH_SIZE);
}

bool
write_file_at(int directory, const char *name, const char *text)
{
  int fd = openat(directory, name, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool written = write(fd, text, strlen(text)) == (ssize_t) strlen(text);
  int saved_errno = errno;
  close(fd);
  errno = saved_errno;
  return written;
}

bool
read_fd(int fd, char *text, size_t size)
{
  ssize_t length = pread(fd, text, size - 1, 0);
  text[length > 0 ? length : 0] = '\0';
  return length >= 0;
}

bool
read_file_at(int directory, const char *name, char *text, size_t size)
{
  text[0] = '\0';
  int fd = openat(directory, name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool done = read_fd(fd, text, size);
  close(fd);
  return done;
}

uint64_t
number_after(const char *text, const char *key)
{
  size_t length = strlen(key);
  for (const char *line = text; line != NULL && *line != '\0';) {
    if (strncmp(line, key, length) == 0 && line[length] == ' ')
      return strtoull(line + length, NULL, 10);
    line = strchr(line, '\n');
    if (line != NULL)
      line++;
  }
  return 0;
}

void
close_fd(int *fd)
{
  if (*fd >= 0)
    close(*fd);
  *fd = -1;
}
