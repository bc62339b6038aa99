// hostile: hides memory in System V segments that are not attached; expect: cause=memory|exit exitCode=0
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
int main(void) {
  for (int i = 0; i < 256; i++) {
    int id = shmget(IPC_PRIVATE, 4 << 20, IPC_CREAT | 0600);
    if (id < 0) return 0;
    char *p = shmat(id, 0, 0);
    if (p == (void *) -1) return 0;
    memset(p, 1, 4 << 20);
    shmdt(p);
  }
  return 1;
}
