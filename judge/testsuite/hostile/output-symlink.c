// hostile: its output file is a link to one of the host's; expect: cause=exit exitCode=0 fetched=none
#include <unistd.h>
int main(int n, char **v) { return symlink(n > 1 ? v[1] : "/etc/passwd", "out.txt"); }
