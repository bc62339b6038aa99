// Container of a slot: its namespaces and its visible files.
#pragma once

#include "base/common.h"

struct container_plan {
  const char *mount_point;        // any existing directory; the container's root is mounted on it, unseen outside
  const char *const *hidden;      // directories that must not be seen even if a shown one contains them
  int hidden_count;
  uid_t uid;                      // uid of the programs
  bool user_namespace;            // set without root: maps ourselves to `uid`
};

// Returns the flags for clone3 that make the namespaces.
uint64_t container_namespaces(const struct container_plan *plan);

// Called by the first process in the new namespaces: builds the root and enters it. Ends the process on failure.
void enter_container(const struct container_plan *plan);

// Replaces /w by an empty directory of the given size.
void renew_scratch(const struct container_plan *plan, uint64_t bytes);

// Changes the size of a /w that is still empty.
void resize_scratch(uint64_t bytes);

// Shows a detached read-only mount as /box, or an empty directory when it is -1.
bool show_box(int mount_fd);
