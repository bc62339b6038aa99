# channel: peak memory that a program inherits from the process that starts it
import os, resource, sys, threading, time

if sys.argv[1] == 'write':
    threads = [threading.Thread(target=time.sleep, args=(0.3,)) for _ in range(12)]
    for thread in threads:
        thread.start()
    os.write(2, b'e' * 900_000)
    os.write(1, b'o' * 900_000)
    for thread in threads:
        thread.join()
else:
    # A fresh program that is smaller than what started it shows the other's peak.
    own = next(int(line.split()[1]) for line in open('/proc/self/status') if line.startswith('VmHWM'))
    shown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print('own' if shown <= own + 256 else shown)
