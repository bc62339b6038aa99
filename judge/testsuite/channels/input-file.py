# channel: times, modes, attributes and flags of the file that is the standard input
import fcntl, os, struct, sys

GET_FLAGS, SET_FLAGS, SET_VERSION, NO_DUMP = 0x80086601, 0x40086602, 0x40087602, 0x40
if sys.argv[1] == 'write':
    for change in (
        lambda: os.read(0, 100),
        lambda: os.utime(0, (1, 1)),
        lambda: os.chmod(0, 0o640),
        lambda: os.setxattr(0, 'user.mark', b'1'),
        lambda: fcntl.ioctl(0, SET_FLAGS, struct.pack('q', NO_DUMP)),
        lambda: fcntl.ioctl(0, SET_VERSION, struct.pack('q', 7)),
        lambda: open('/proc/self/fd/0', 'r+b').write(b'x'),
    ):
        try:
            change()
        except OSError:
            pass
else:
    status = os.stat(0)
    print(status.st_atime_ns, status.st_mtime_ns, status.st_ctime_ns, oct(status.st_mode), os.listxattr(0))
    print(os.pread(0, 100, 0), os.lseek(0, 0, os.SEEK_CUR))
    try:
        print(fcntl.ioctl(0, GET_FLAGS, bytes(8)))
    except OSError as error:
        print(error.strerror)
