// Opens and copies files without ever following a path that a program could have changed.
#pragma once

#include "common.h"

// Opens `path` beneath the directory: no symlinks, no "..", no other mount. -1 with errno.
int open_beneath(int directory, const char *path, int flags, mode_t mode);

// Opens an existing regular file beneath the directory for reading; never blocks on a FIFO. -1 with errno.
int open_regular_beneath(int directory, const char *path);

// Makes a new regular file beneath the directory, replacing any of that name. -1 with errno.
int create_beneath(int directory, const char *path, mode_t mode);

// Opens a regular file beneath the directory for other content: the one of that name with its old content, unless it has
// another name, too, or another mode; otherwise a new one. -1 with errno.
int overwrite_beneath(int directory, const char *path, mode_t mode);

// Cuts off what is left of older content behind what was written. Does nothing to what is no file.
void cut_behind(int fd);

// Empties a file beneath the directory, if it is there.
void empty_beneath(int directory, const char *path);

// Whether two regular files beneath the directory have the same content of `size` bytes.
bool have_same_content(int directory, const char *one, const char *other, uint64_t size);

// Removes the file beneath the directory.
void remove_beneath(int directory, const char *path);

// Opens a link beneath the directory itself, which can then be read but not followed. -1 with errno.
int open_link_beneath(int directory, const char *path);

// Copies the rest of `from` into `to`, up to `max` bytes. False, with errno, on failure.
bool copy_bytes(int from, int to, uint64_t max);

// Returns a detached, read-only copy of the mount below a directory: files opened through it cannot be written, not
// even by their owner. -1 with errno.
int detach_read_only(int directory);

// Returns a detached read-only mount of a device, which can be used while its node cannot be changed. -1 with errno.
int detach_device(const char *path);
