// expect: accepted
import java.util.Scanner;
public class Sum {
  static class Pair { long a, b; }
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    Pair pair = new Pair();
    pair.a = in.nextLong();
    pair.b = in.nextLong();
    System.out.println(pair.a + pair.b);
  }
}
