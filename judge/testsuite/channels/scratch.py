# channel: files, inode numbers and free space of the scratch directory
import os, sys

if sys.argv[1] == 'write':
    for place in ('/w', '/tmp', '/dev/shm', '/var/tmp'):
        for i in range(200):
            open(f'{place}/mark{i}', 'w').write('x' * 5000)
        for i in range(0, 200, 2):
            os.remove(f'{place}/mark{i}')
    os.utime('/w', (1, 1))
else:
    for place in ('/w', '/tmp', '/dev/shm', '/var/tmp'):
        open(f'{place}/new', 'w').close()
        free = os.statvfs(place)
        modes = oct(os.stat(place).st_mode)
        print(place, os.listdir(place), os.stat(f'{place}/new').st_ino, os.stat(place).st_ino, free.f_bfree, free.f_ffree, modes)
    print([os.stat(place).st_mtime for place in ('/', '/dev', '/etc', '/box')])
