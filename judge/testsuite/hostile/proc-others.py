# hostile: reads memory, environment and files of the processes it can name; expect: cause=exit exitCode=0
import os, sys
for pid in range(1, 400):
    if pid == os.getpid(): continue
    for name in ('environ', 'maps', 'mem', 'fd', 'root', 'cwd', 'exe', 'stack', 'status', 'cmdline'):
        path = f'/proc/{pid}/{name}'
        try:
            os.listdir(path) if name == 'fd' else open(path, 'rb').read(1)
        except OSError:
            continue
        sys.exit(1)
