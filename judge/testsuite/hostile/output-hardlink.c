// hostile: its output file is a hard link to a system file; expect: cause=exit exitCode=0 fetched=none
#include <unistd.h>
int main(int n, char **v) { return (link("/usr/bin/env", "out.txt") == 0) + (link(v[0], "out.txt") == 0) + (link("/proc/self/fd/0", "out.txt") == 0) + (n < 1); }
