// hostile: its output file wants to run with the judge's rights; expect: cause=exit exitCode=0 fetched=out.txt
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) { write(open("out.txt", O_CREAT | O_WRONLY, 0666), "x", 1); return chmod("out.txt", 06777); }
