# hostile: leaves a daemon behind that waits for the next test; expect: cause=exit exitCode=0
import os, sys, time
others = [p for p in os.listdir('/proc') if p.isdigit() and int(p) not in (1, os.getpid())]
if others: sys.exit(1)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
