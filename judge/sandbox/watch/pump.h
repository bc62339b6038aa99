// Carries a program's output from a pipe to a file.
#pragma once

#include "base/common.h"

// Moves the content of the pipe to the file, never more than `room`; the excess is read and discarded. Returns the
// bytes read, 0 at the end or when the pipe is empty. Sets *file_failed, with errno, when writing fails, and writes
// nothing from then on.
size_t pump(int pipe, int file, uint64_t room, bool *file_failed);
