// What the judge asks, as it arrives on standard input: a frame of a 4-byte big-endian length and that many bytes,
// which are NUL-terminated "key=value" strings. Paths are relative to the work directory.
#pragma once

#include "order.h"

struct file_in { const char *from, *name; };
struct file_out { const char *name, *to; uint64_t max_bytes; bool executable; };

enum action { ACTION_OPEN, ACTION_RUN, ACTION_CLOSE };

struct request {
  uint64_t id, slot;
  enum action action;
  const char *argv[MAX_ARGUMENTS], *env[MAX_ARGUMENTS];
  uint32_t argument_count, environment_count;
  const char *input, *output, *error, *box; // NULL: none
  struct file_in in[MAX_FILES];
  struct file_out out[MAX_FILES];
  uint32_t in_count, out_count;
  struct limits limits;
};

enum { MAX_FRAME = MAX_TEXT };

// Lays the frame out as a request that points into it. Returns NULL, or what is wrong with it.
const char *parse_request(char *frame, size_t size, struct request *request);
