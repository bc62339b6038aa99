// Copies the files of a run into /w and out again.
#pragma once

#include "base/order.h"

struct cargo {
  const struct order *order;
  char *const *directories, *const *in, *const *out; // names
  const int *in_fds, *out_fds;
};

// Copies files in before the run, into a /w that only we can write. False with a failed report.
bool copy_in(const struct cargo *cargo, uid_t owner, struct report *report);

// Fetches files after the run and records them in the report. False with a failed report.
bool copy_out(const struct cargo *cargo, struct report *report);
