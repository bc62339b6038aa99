# expect: accepted
# Every way in which processes of the standard library share something: memory, locks, a queue and a pool.
from multiprocessing import Lock, Pool, Process, Queue, Value
from multiprocessing.shared_memory import SharedMemory


def add(number, total, lock, queue):
    with lock:
        total.value += number
    queue.put(number)


if __name__ == '__main__':
    numbers = list(map(int, input().split()))
    total, lock, queue = Value('q', 0), Lock(), Queue()
    workers = [Process(target=add, args=(number, total, lock, queue)) for number in numbers]
    for worker in workers:
        worker.start()
    said = [queue.get() for _ in workers]
    for worker in workers:
        worker.join()
    with Pool(2) as pool:
        said = pool.map(int, said)
    memory = SharedMemory(create=True, size=8)
    memory.buf[:8] = sum(said).to_bytes(8, 'little', signed=True)
    same = SharedMemory(memory.name)
    found = int.from_bytes(same.buf[:8], 'little', signed=True)
    memory.unlink()
    print(total.value if found == total.value else 'differs')
