// hostile: makes and finds objects of System V, message queues and keys, which outlive their maker, by name and by number; expect: cause=exit exitCode=0
#include <errno.h>
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { KEY = 4711, NUMBERS = 256 };

// A refusal is that of a kernel without such objects: programs that can do without them then do.
static int is_refused(long result) { return result == -1 && errno == ENOSYS; }

int main(void) {
  struct { long type; char text[8]; } message = { 1, "secret" };
  const int keys[] = { IPC_PRIVATE, KEY };
  for (int i = 0; i < 2; i++)
    if (!is_refused(shmget(keys[i], 4096, IPC_CREAT | 0666)) || !is_refused(semget(keys[i], 1, IPC_CREAT | 0666))
        || !is_refused(msgget(keys[i], IPC_CREAT | 0666))) return 1;
  if (!is_refused(syscall(SYS_mq_open, "mark", O_CREAT | O_RDWR, 0666, 0))) return 1;
  if (!is_refused(syscall(SYS_add_key, "user", "mark", "1", 1, -5)) || !is_refused(syscall(SYS_keyctl, 0, -5, 1))) return 1;
  // Objects of the host or of another run.
  for (int number = 0; number < NUMBERS; number++)
    if (shmat(number, 0, 0) != (void *) -1 || semctl(number, 0, GETVAL) >= 0 || msgsnd(number, &message, 8, IPC_NOWAIT) == 0) return 1;
  return 0;
}
