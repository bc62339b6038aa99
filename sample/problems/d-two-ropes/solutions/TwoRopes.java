// expect: accepted
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class TwoRopes {
    private static final int COLORS = 27;

    /** canFinish[i][x]: balloons from i on can be hung while the rope without balloon i - 1 ends in x. */
    private static boolean[][] canFinish(String balloons) {
        int n = balloons.length();
        boolean[][] can = new boolean[n + 1][COLORS];
        java.util.Arrays.fill(can[n], true);
        for (int i = n - 1; i > 0; i--) {
            int color = balloons.charAt(i) - 'a';
            int previous = balloons.charAt(i - 1) - 'a';
            for (int other = 0; other < COLORS; other++) {
                can[i][other] = color != previous && can[i + 1][other] || color != other && can[i + 1][previous];
            }
        }
        return can;
    }

    public static void main(String[] args) throws IOException {
        String balloons = new BufferedReader(new InputStreamReader(System.in)).readLine().trim();
        int n = balloons.length();
        boolean[][] can = canFinish(balloons);
        int other = COLORS - 1;
        if (n > 1 && !can[1][other]) {
            System.out.println("NO");
            return;
        }
        StringBuilder ropes = new StringBuilder("2");
        char rope = '2';
        for (int i = 1; i < n; i++) {
            int color = balloons.charAt(i) - 'a';
            int previous = balloons.charAt(i - 1) - 'a';
            if (color == previous || !can[i + 1][other]) {
                rope = rope == '1' ? '2' : '1';
                other = previous;
            }
            ropes.append(rope);
        }
        System.out.println("YES");
        System.out.println(ropes);
    }
}
