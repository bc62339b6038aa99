# channel: numbers of processes and threads
import os, sys, threading

if sys.argv[1] == 'write':
    for _ in range(40):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
else:
    tasks = []
    thread = threading.Thread(target=lambda: tasks.append(threading.get_native_id()))
    thread.start()
    thread.join()
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    last = open('/proc/sys/kernel/ns_last_pid').read().strip() if os.path.exists('/proc/sys/kernel/ns_last_pid') else ''
    print(os.getpid(), os.getppid(), tasks, child, last, sorted(filter(str.isdigit, os.listdir('/proc'))))
