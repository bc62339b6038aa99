# channel: identifiers and contents of System V and POSIX objects
import ctypes, os, sys

libc = ctypes.CDLL(None, use_errno=True)
IPC_CREAT, KEY = 0o1000, 4711
kinds = {
    'memory': lambda key: libc.shmget(key, 4096, IPC_CREAT | 0o600),
    'messages': lambda key: libc.msgget(key, IPC_CREAT | 0o600),
    'semaphores': lambda key: libc.semget(key, 1, IPC_CREAT | 0o600),
}
if sys.argv[1] == 'write':
    for make in kinds.values():
        make(KEY)
        for _ in range(5):
            # 0 removes in all three families.
            number = make(0)
            libc.shmctl(number, 0, None), libc.msgctl(number, 0, None), libc.semctl(number, 0, 0)
    queue = libc.mq_open(b'/mark', os.O_CREAT | os.O_RDWR, 0o600, None)
    open('/dev/shm/mark', 'w').close()
else:
    for name, make in kinds.items():
        print(name, make(KEY), make(KEY + 1), make(0))
    print('queue', libc.mq_open(b'/mark', os.O_RDWR), os.listdir('/dev/shm'))
