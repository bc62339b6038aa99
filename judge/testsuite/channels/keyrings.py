# channel: keys in the keyrings of the user, the session and the process
import ctypes, platform, sys

libc = ctypes.CDLL(None, use_errno=True)
ADD, REQUEST = (248, 249) if platform.machine() == 'x86_64' else (217, 218)
for ring in (-1, -2, -3, -4, -5):
    if sys.argv[1] == 'write':
        libc.syscall(ADD, b'user', b'mark', b'1', 1, ring)
    else:
        print(ring, libc.syscall(REQUEST, b'user', b'mark', None, ring), ctypes.get_errno())
