import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

public class Wishes {
  record Node(Node next, long number) {}

  static long deep(long level) {
    return level == 0 ? 0 : 1 + deep(level - 1);
  }

  public static void main(String[] args) {
    switch (new Scanner(System.in).next()) {
      case "hello" -> System.out.println("hello");
      case "deep" -> System.out.println(deep(100000));
      case "exit" -> System.exit(3);
      case "fail" -> throw new IllegalStateException("as wished");
      case "loop" -> {
        for (long i = 0;; i++) ;
      }
      case "blocks" -> {
        List<byte[]> blocks = new ArrayList<>();
        for (;;) blocks.add(new byte[1 << 20]);
      }
      case "nodes" -> {
        for (Node node = null;;) node = new Node(node, 1);
      }
    }
  }
}
