# channel: limits, priorities, timers and other settings of the process that starts programs
import ctypes, os, platform, resource, signal, sys

libc = ctypes.CDLL(None, use_errno=True)
IOPRIO_SET, IOPRIO_GET, SCHED_SETATTR, SCHED_GETATTR = (251, 252, 314, 315) if platform.machine() == 'x86_64' else (30, 31, 274, 275)
IDLE_DISK, PROCESS, USER = 3 << 13, 1, 3


def attributes_with_slice(nanoseconds):
    # size, policy, flags, nice, priority, runtime (the slice of an ordinary task), deadline, period
    return (ctypes.c_uint64 * 6)(48, 0, 0, nanoseconds, 0, 0)


if sys.argv[1] == 'write':
    for change in (
        lambda: os.nice(5),
        lambda: os.umask(0o077),
        lambda: signal.signal(signal.SIGUSR1, signal.SIG_IGN),
        lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2}),
        lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100)),
        lambda: open('/proc/self/oom_score_adj', 'w').write('700'),
        lambda: open('/proc/1/oom_score_adj', 'w').write('700'),
        lambda: open('/proc/self/timerslack_ns', 'w').write('777'),
        lambda: open('/proc/self/autogroup', 'w').write('5'),
        lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
        lambda: os.setpriority(os.PRIO_PROCESS, 1, 5),
        lambda: os.sched_setscheduler(1, os.SCHED_BATCH, os.sched_param(0)),
        lambda: libc.syscall(SCHED_SETATTR, 1, attributes_with_slice(50_000_000), 0),
        lambda: libc.syscall(IOPRIO_SET, PROCESS, 1, IDLE_DISK),
        lambda: libc.syscall(IOPRIO_SET, USER, os.getuid(), IDLE_DISK),
        lambda: os.setpriority(os.PRIO_USER, 0, 5),
    ):
        try:
            change()
        except OSError:
            pass
else:
    mask = os.umask(0)
    names = sorted(name for name in dir(resource) if name.startswith('RLIMIT_'))
    print([resource.getrlimit(getattr(resource, name)) for name in names])
    print(mask, os.nice(0), os.sched_getscheduler(0), sorted(os.sched_getaffinity(0)))
    attributes = attributes_with_slice(0)
    print(libc.syscall(IOPRIO_GET, PROCESS, 0), libc.syscall(SCHED_GETATTR, 0, attributes, 48, 0), list(attributes))
    for name in ('oom_score_adj', 'timerslack_ns', 'cgroup', 'cpuset', 'loginuid', 'sessionid', 'coredump_filter'):
        try:
            print(name, open(f'/proc/self/{name}').read().split())
        except OSError as error:
            print(name, error.strerror)
    print([line for line in open('/proc/self/status') if line.startswith(('Sig', 'Shd', 'Cap', 'Groups', 'Cpus'))])
