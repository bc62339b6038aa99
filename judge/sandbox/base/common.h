// Small tools that every part of the sandbox helper uses.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define COUNT(table) (int) (sizeof(table) / sizeof *(table))

enum { PATH_SIZE = 4096 };

// Prints "sandbox: ..." to standard error (with %m for errno) and ends this process.
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Prints one line to standard error; the judge adds it to its log.
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

// Monotonic time in nanoseconds.
uint64_t now_ns(void);

// Joins the parts of a path; ends the process when the result is too long.
void format_path(char path[PATH_SIZE], const char *format, ...) __attribute__((format(printf, 2, 3)));

// Writes a short text to a file of /proc or a cgroup. False, with errno, on failure.
bool write_file_at(int directory, const char *name, const char *text);

// Reads a short file into `text` and ends it with a NUL. False, with errno, on failure.
bool read_file_at(int directory, const char *name, char *text, size_t size);

// Reads an open file from its start, as read_file_at does.
bool read_fd(int fd, char *text, size_t size);

// Returns the number that follows `key` at the start of a line ("oom_kill 3"), or 0.
uint64_t number_after(const char *text, const char *key);

// Closes a descriptor that may be absent (-1) and marks it absent.
void close_fd(int *fd);
