// hostile: its output file is a terabyte of nothing; expect: cause=exit exitCode=0 fetched=none
#include <fcntl.h>
#include <unistd.h>
int main(void) { return ftruncate(open("out.txt", O_CREAT | O_WRONLY, 0666), 1l << 40) != 0; }
