// The files of a run on their way into /w and out again.
#pragma once

#include "order.h"

struct cargo {
  const struct order *order;
  char *const *directories, *const *in, *const *out; // names
  const int *in_fds, *out_fds;
};

// Before the run, into a /w that only we can write. False with a failed report.
bool copy_in(const struct cargo *cargo, uid_t owner, struct report *report);

// After the run; notes in the report what was fetched. False with a failed report.
bool copy_out(const struct cargo *cargo, struct report *report);
