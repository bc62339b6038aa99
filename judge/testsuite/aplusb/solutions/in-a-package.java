// expect: accepted
package contest.a;
import java.util.*;
class Helper { static long sum(long a, long b) { return a + b; } }
class Solution {
  public static void main(String... args) {
    var in = new Scanner(System.in);
    System.out.println(Helper.sum(in.nextLong(), in.nextLong()));
  }
}
