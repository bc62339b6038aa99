// hostile: its output file is a directory; expect: cause=exit exitCode=0 fetched=none
#include <sys/stat.h>
int main(void) { return mkdir("out.txt", 0777); }
