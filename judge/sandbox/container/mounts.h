// Builds a container's tree. Each function ends the process when it fails.
#pragma once

#include "base/common.h"

// Makes a new file with the given text.
void make_file(const char *path, const char *text);

// Makes the directories above `path`.
void make_parents(const char *path);

// Adds MOUNT_ATTR_... to a mount and those beneath it.
void set_mount_attributes(int fd, const char *path, unsigned flags, uint64_t attributes);

// Shows a file or directory at another place, read-only, without devices and set-uid rights.
void bind_read_only(const char *source, const char *target);

// Covers a file or directory by an empty one; skips a path that does not exist.
void mask(const char *path);
