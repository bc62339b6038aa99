# channel: times, modes and attributes of device nodes, by name and through the standard input
import os, stat, sys

nodes = ['/dev/' + name for name in sorted(os.listdir('/dev'))] + [0]
for node in nodes:
    status = os.stat(node)
    if not stat.S_ISCHR(status.st_mode):
        continue
    if sys.argv[1] == 'read':
        print(node, status.st_atime_ns, status.st_mtime_ns, status.st_ctime_ns, oct(status.st_mode), os.listxattr(node))
        continue
    for change in (
        lambda: os.utime(node),
        lambda: os.utime(node, (1, 1)),
        lambda: os.chmod(node, 0o600),
        lambda: os.setxattr(node, 'user.mark', b'1'),
        lambda: os.open(node, os.O_RDONLY) if node == 0 else open(node, 'wb').write(b'x'),
    ):
        try:
            change()
        except (OSError, TypeError):
            pass
