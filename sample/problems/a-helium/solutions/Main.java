// expect: accepted
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        long litres = in.nextLong() + in.nextLong();
        long balloon = in.nextLong();
        System.out.println(litres / balloon + " " + litres % balloon);
    }
}
