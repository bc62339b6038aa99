// hostile: leaves System V memory, semaphores and a message for the next test; expect: cause=exit exitCode=0
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
  if (shmget(4711, 4096, 0) >= 0 || semget(4711, 1, 0) >= 0 || msgget(4711, 0) >= 0) return 1;
  int id = shmget(4711, 4096, IPC_CREAT | 0666);
  if (id >= 0) strcpy(shmat(id, 0, 0), "secret");
  semget(4711, 1, IPC_CREAT | 0666);
  msgget(4711, IPC_CREAT | 0666);
  return 0;
}
