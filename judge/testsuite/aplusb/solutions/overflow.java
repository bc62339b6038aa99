// expect: wrongAnswer on 4
import java.util.Scanner;
class Main {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    System.out.println((int) in.nextLong() + (int) in.nextLong());
  }
}
