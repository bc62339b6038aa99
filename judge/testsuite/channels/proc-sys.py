# channel: settings of the kernel and of the namespaces in /proc/sys
import hashlib, os, sys

# Random at each look.
RANDOM = {'/proc/sys/kernel/random/uuid'}
for folder, _, names in sorted(os.walk('/proc/sys')):
    for name in sorted(names):
        path = os.path.join(folder, name)
        if path in RANDOM:
            continue
        try:
            text = open(path, 'rb').read()
            if sys.argv[1] == 'read':
                print(path, hashlib.sha256(text).hexdigest()[:8])
            else:
                open(path, 'wb').write(b'7')
        except OSError:
            pass
