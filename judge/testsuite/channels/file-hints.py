# channel: hints for the life of data (F_SET_RW_HINT), which the kernel keeps with a file and not with its opener
import fcntl, os, struct, sys

GET, SET = 1035, 1036
NAMES = ('/usr/lib/os-release', '/usr/bin/env', sys.argv[0], '/etc/passwd', '/dev/zero')
LONG = 4
for file in [0] + [os.open(name, os.O_RDONLY) for name in NAMES]:
    try:
        if sys.argv[1] == 'write':
            fcntl.fcntl(file, SET, struct.pack('Q', LONG))
        else:
            print(fcntl.fcntl(file, GET, bytes(8)))
    except OSError as error:
        if sys.argv[1] == 'read':
            print(error.strerror)
