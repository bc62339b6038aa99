// expect: accepted
// Threads of a pool that share a file mapped into memory.
import java.io.RandomAccessFile;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.util.Scanner;
import java.util.concurrent.*;
public class Shared {
  public static void main(String[] args) throws Exception {
    Scanner in = new Scanner(System.in);
    long[] numbers = { in.nextLong(), in.nextLong() };
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try (RandomAccessFile file = new RandomAccessFile("/dev/shm/numbers", "rw")) {
      LongBuffer shared = file.getChannel().map(MapMode.READ_WRITE, 0, 16).asLongBuffer();
      CountDownLatch done = new CountDownLatch(2);
      for (int i = 0; i < 2; i++) {
        int place = i;
        pool.submit(() -> { shared.put(place, numbers[place]); done.countDown(); });
      }
      done.await();
      System.out.println(shared.get(0) + shared.get(1));
    }
    pool.shutdown();
  }
}
