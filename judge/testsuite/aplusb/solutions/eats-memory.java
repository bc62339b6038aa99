// expect: memoryLimit on 1
import java.util.*;
class Main {
  public static void main(String[] args) {
    List<long[]> all = new ArrayList<>();
    for (;;) all.add(new long[1 << 16]);
  }
}
