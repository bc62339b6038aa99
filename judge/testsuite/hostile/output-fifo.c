// hostile: its output file is a FIFO, on which a reader would wait for ever; expect: cause=exit exitCode=0 fetched=none
#include <sys/stat.h>
int main(void) { return mkfifo("out.txt", 0666); }
