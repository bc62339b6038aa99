// Request of the judge, as it arrives on standard input: a frame of a 4-byte big-endian length and that many bytes,
// which are NUL-terminated "key=value" strings. Paths are relative to the work directory. A frame holds one request,
// or two runs separated by "with=1": these run at the same time, the output of each being the input of the other.
//
// A run may have followers, each a pair of "expect" and "then": the program runs again on the input `then`, without the
// judge, if it exited with 0 and wrote what the file `expect` holds, and the first run began less than `followUs` ago.
// All write to the same output. The answer is that of the last run, with CPU time and memory of those before it.
//
// A file in or out whose name ends with a slash is a directory, packed (init/pack.h).
#pragma once

#include "base/order.h"

struct file_in { const char *from, *name; };
struct file_out { const char *name, *to; uint64_t max_bytes; bool executable; };

enum { MAX_FOLLOWERS = 31 };

// A look asks how many runs of a row ended well before the present one.
enum action { ACTION_OPEN, ACTION_RUN, ACTION_STOP, ACTION_LOOK, ACTION_CLOSE };

struct request {
  uint64_t id, slot;
  enum action action;
  const char *argv[MAX_ARGUMENTS], *env[MAX_ARGUMENTS];
  uint32_t argument_count, environment_count;
  const char *input, *output, *error, *box; // NULL for none
  const char *directories[MAX_DIRECTORIES]; // empty directories in /w, owned by the program's user
  struct file_in in[MAX_FILES];
  struct file_out out[MAX_FILES];
  uint32_t directory_count, in_count, out_count;
  const char *expected[MAX_FOLLOWERS], *then[MAX_FOLLOWERS];
  uint32_t expected_count, follower_count;
  uint64_t follow_us;
  struct limits limits;
};

enum { MAX_FRAME = MAX_TEXT };

struct frame {
  struct request requests[2];
  int count;
};

// Parses the frame's bytes into requests that point into them. Returns NULL, or an error message.
const char *parse_frame(char *bytes, size_t size, struct frame *frame);
