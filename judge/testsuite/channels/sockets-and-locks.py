# channel: abstract sockets, network counters, locks on shared files, and whoever holds them
import ctypes, fcntl, os, socket, sys, time

SHARED = ('/usr/lib/os-release', '/usr/bin/env', '/dev/null')
if sys.argv[1] == 'write':
    if os.fork() == 0:
        os.setsid()
        meeting = socket.socket(socket.AF_UNIX)
        meeting.bind('\0mark')
        meeting.listen()
        files = [open(path) for path in SHARED]
        for file in files:
            fcntl.flock(file, fcntl.LOCK_EX)
        time.sleep(9)
    time.sleep(0.1)
else:
    print(socket.socket(socket.AF_UNIX).connect_ex('\0mark'))
    for path in SHARED:
        try:
            fcntl.flock(open(path), fcntl.LOCK_EX | fcntl.LOCK_NB)
            print(path, 'free')
        except OSError as error:
            print(path, error.strerror)
    for name in ('dev', 'netstat', 'snmp', 'sockstat', 'arp', 'route', 'if_inet6'):
        if os.path.exists(f'/proc/self/net/{name}'):
            # TCP's figures are those of the machine; no run can open such a socket.
            print(name, [line for line in open(f'/proc/self/net/{name}') if not line.startswith('TCP: inuse')])
    print(len(open('/proc/self/net/unix').readlines()), socket.gethostname(), os.listdir('/proc/self/net') == [])
