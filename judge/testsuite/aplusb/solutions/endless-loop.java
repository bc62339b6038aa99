// expect: timeLimit on 1
class Main { public static void main(String[] args) { for (long i = 0; ; i++) if (i < 0) return; } }
