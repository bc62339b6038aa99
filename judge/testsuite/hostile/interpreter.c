// hostile: has the kernel open FIFOs, devices and itself as the interpreter of a program; expect: cause=exit exitCode=0
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  const char *lines[] = { "#!/w/fifo\n", "#!/dev/zero\n", "#!/w/script\n", "#!/proc/self/fd/1\n", "#!/proc/self/exe\n", "#!\n" };
  mkfifo("fifo", 0777);
  for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
    int fd = open("/w/script", O_CREAT | O_TRUNC | O_WRONLY, 0777);
    if (write(fd, lines[i], strlen(lines[i])) < 0) return 1;
    close(fd);
    if (fork() == 0) { char *argv[] = { "/w/script", 0 }; if (i != 4) execv(*argv, argv); _exit(0); }
    wait(0);
  }
  return 0;
}
