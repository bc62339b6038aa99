// hostile: feeds the compiler a precompiled header of its own making; expect: cause=exit exitCode=1
#pragma GCC pch_preprocess "/proc/self/exe"
#pragma GCC dependency "/etc/shadow"
#include "/dev/stdin"
#error the header was taken
