// expect: accepted
// Processes that share memory by name, guarded by a semaphore of POSIX by name and one in that memory.
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
struct shared { sem_t guard; long long sum; };
int main(void) {
  long long numbers[2] = { 0, 0 };
  if (scanf("%lld %lld", &numbers[0], &numbers[1]) != 2) return 1;
  int file = shm_open("/sum", O_CREAT | O_EXCL | O_RDWR, 0600);
  sem_t *named = sem_open("/done", O_CREAT | O_EXCL, 0600, 0);
  if (file < 0 || named == SEM_FAILED || ftruncate(file, sizeof(struct shared)) < 0) return 2;
  struct shared *shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED || sem_init(&shared->guard, 1, 1) < 0) return 3;
  for (int i = 0; i < 4; i++)
    if (fork() == 0) {
      sem_wait(&shared->guard);
      shared->sum += i < 2 ? numbers[i] : 0;
      sem_post(&shared->guard);
      sem_post(named);
      _exit(0);
    }
  for (int i = 0; i < 4; i++) sem_wait(named);
  while (wait(0) > 0) ;
  printf("%lld\n", shared->sum);
  return 0;
}
