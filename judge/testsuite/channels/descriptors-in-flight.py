# channel: descriptors on their way through a socket that nobody holds any more
import os, socket, sys

if sys.argv[1] == 'write':
    for i in range(40):
        left, right = socket.socketpair()
        file = open(f'/w/mark{i}', 'wb')
        file.write(b'x' * 1000)
        file.flush()
        # Nobody can receive these: only the kernel's collector of lost sockets ends them.
        for end in (left, right):
            try:
                socket.send_fds(end, [b'x'], [right.fileno(), left.fileno(), file.fileno()])
            except OSError:
                pass
else:
    sent, (left, right) = 0, socket.socketpair()
    try:
        for _ in range(50):
            socket.send_fds(left, [b'x'], [0] * 10)
            sent += 10
    except OSError as error:
        print(error.strerror)
    status = os.statvfs('/w')
    print(sent, status.f_bfree, status.f_ffree)
