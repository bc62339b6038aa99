// hostile: replaces its own directories by links while files are fetched; expect: cause=exit exitCode=0 fetched=none
#include <unistd.h>
int main(void) {
  rmdir(".tmp"); rmdir(".shm");
  symlink("/", ".tmp"); symlink("/", ".shm");
  if (rename("/w", "/v") == 0) return 1;
  if (fork() == 0) for (;;) { symlink("/etc/passwd", "out.txt"); unlink("out.txt"); }
  usleep(20000);
  return 0;
}
