# channel: shared memory, semaphores, queues, watches and sockets that a run made, and their identifiers
import ctypes, errno, os, socket, sys, time
from multiprocessing import shared_memory

libc = ctypes.CDLL(None, use_errno=True)
IPC_CREAT, KEY = 0o1000, 4711
FILES = ('/dev/shm/mark', '/tmp/mark', '/var/tmp/mark', '/w/mark')
SYSTEM_V = {
    'memory': lambda key: libc.shmget(key, 4096, IPC_CREAT | 0o600),
    'messages': lambda key: libc.msgget(key, IPC_CREAT | 0o600),
    'semaphores': lambda key: libc.semget(key, 1, IPC_CREAT | 0o600),
    'queue': lambda key: libc.mq_open(b'/mark%d' % key, os.O_CREAT | os.O_RDWR, 0o600, None),
}
libc.sem_open.restype = ctypes.c_void_p


def unnamed_file():
    try:
        return os.memfd_create('mark')
    except OSError:
        return None  # refused where memory that no process maps is not counted


def meet(action):
    meeting = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        action(meeting)('\0mark')
        return meeting
    except OSError as error:
        return errno.errorcode[error.errno]


def number_of(make, key):
    ctypes.set_errno(0)
    return make(key), errno.errorcode.get(ctypes.get_errno())


def seen():
    """What a run can see of the marks: names and contents, the semaphore, the socket, the identifiers."""
    files = [open(path).read() if os.path.exists(path) else None for path in FILES]
    semaphore = libc.sem_open(b'/mark', 0) is not None
    called = meet(lambda meeting: meeting.connect)
    return sorted(os.listdir('/dev/shm')), files, semaphore, called if isinstance(called, str) else 'answered'


if sys.argv[1] == 'write':
    # Stays, so that what it holds open outlives the program that started it.
    if os.fork() == 0:
        memory = shared_memory.SharedMemory('block', create=True, size=4096)
        memory.buf[:4] = b'mark'
        held = [unnamed_file(), os.eventfd(1), meet(lambda meeting: meeting.bind)]
        watch = libc.inotify_init1(0)
        for path in ('/usr/lib', '/dev', '/w'):
            libc.inotify_add_watch(watch, path.encode(), 0xFFF)
        for path in FILES:
            open(path, 'w').write('mark')
        libc.sem_open(b'/mark', os.O_CREAT, 0o600, 3)
        os.close(os.open('/w/ready', os.O_CREAT))
        time.sleep(9)
    while not os.path.exists('/w/ready'):
        time.sleep(0.01)
    for make in SYSTEM_V.values():
        make(KEY), make(0)
    # The marks are there for as long as the run lasts.
    assert seen() == (['block', 'mark', 'sem.mark'], ['mark'] * 4, True, 'answered'), seen()
else:
    print(*seen())
    for name, make in SYSTEM_V.items():
        print(name, number_of(make, KEY), number_of(make, KEY + 1), number_of(make, 0))
    fresh = [os.eventfd(0), libc.inotify_init1(0), libc.inotify_add_watch(libc.inotify_init1(0), b'/usr/lib', 0xFFF)]
    print(fresh, sum(1 for _ in open('/proc/net/unix')))
