// The system calls that a program may not make.
#pragma once

#include <linux/filter.h>

// Builds the filter once; the result stays valid for ever.
const struct sock_fprog *seccomp_filter(void);
