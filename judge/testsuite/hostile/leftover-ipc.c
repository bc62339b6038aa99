// hostile: leaves shared memory, a semaphore, sockets and a pipe for the next test, held open by a process that stays; expect: cause=exit exitCode=0
#define _GNU_SOURCE
#include <fcntl.h>
#include <semaphore.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static const char *const MARKS[] = { "/dev/shm/memory", "/dev/shm/sem.count", "/tmp/socket", "/tmp/pipe", "/w/file" };

static int listen_at(const char *name, int is_abstract) {
  struct sockaddr_un at = { .sun_family = AF_UNIX };
  strcpy(at.sun_path + is_abstract, name);
  socklen_t size = offsetof(struct sockaddr_un, sun_path) + is_abstract + strlen(name);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return bind(fd, (struct sockaddr *) &at, size) < 0 || listen(fd, 1) < 0;
}

static int leave_all(void) {
  int memory = shm_open("/memory", O_CREAT | O_EXCL | O_RDWR, 0666), file = open("/w/file", O_CREAT | O_RDWR, 0666);
  if (memory < 0 || file < 0 || ftruncate(memory, 4096) < 0 || ftruncate(file, 4096) < 0) return 1;
  char *shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  char *mapped = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED || mapped == MAP_FAILED) return 1;
  strcpy(shared, "secret");
  strcpy(mapped, "secret");
  return sem_open("/count", O_CREAT | O_EXCL, 0666, 7) == SEM_FAILED || mkfifo("/tmp/pipe", 0666) < 0
    || open("/tmp/pipe", O_RDWR) < 0 || listen_at("/tmp/socket", 0) || listen_at("mark", 1);
}

int main(void) {
  for (unsigned i = 0; i < sizeof MARKS / sizeof *MARKS; i++)
    if (access(MARKS[i], F_OK) == 0) return 1;
  if (leave_all()) return 2;
  for (unsigned i = 0; i < sizeof MARKS / sizeof *MARKS; i++)
    if (access(MARKS[i], F_OK) < 0) return 3;
  if (fork() == 0) pause();
  return 0;
}
