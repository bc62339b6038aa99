# channel: counters and gauges of the whole machine in /proc
import hashlib, os, sys

NAMES = """buddyinfo cgroups diskstats interrupts key-users keys loadavg locks meminfo modules pagetypeinfo partitions
pressure/cpu pressure/io pressure/memory sched_debug schedstat slabinfo softirqs stat swaps sysvipc/msg sysvipc/sem
sysvipc/shm timer_list uptime vmallocinfo vmstat zoneinfo""".split()


def content(name):
    try:
        return hashlib.sha256(open('/proc/' + name, 'rb').read()).hexdigest()[:12]
    except OSError as error:
        return error.strerror


if sys.argv[1] == 'write':
    files = [open('/usr/lib/os-release') for _ in range(100)]
    for _ in range(20):
        child = os.fork()
        if child == 0:
            bytearray(1 << 20)
            os._exit(0)
        os.waitpid(child, 0)
else:
    for name in NAMES:
        print(name, content(name))
