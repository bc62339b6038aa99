// hostile: leaves a tree of directories deeper than any path may be long; expect: cause=exit|memory|cpu exitCode=0
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  for (int depth = 0; depth < 30000; depth++)
    if (mkdir("d", 0700) != 0 || chdir("d") != 0) return 0;
  return 0;
}
