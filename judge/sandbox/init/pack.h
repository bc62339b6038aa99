// Packs a directory of plain files into one file, to carry it from one run to the next: for each file a `struct
// packed` and as many bytes as it says. Links, directories and other non-regular files are left out.
#pragma once

#include "base/common.h"

struct packed {
  uint64_t size;
  char name[256];
};

// Packs the directory into the file. False with errno on failure; EFBIG when it would be larger than `max` bytes.
bool pack_directory(int directory, int to, uint64_t max);

// Unpacks the file into a directory that only we can write; the files will belong to `owner`. False with errno.
bool unpack_directory(int from, int directory, uid_t owner);
