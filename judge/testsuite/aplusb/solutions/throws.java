// expect: runtimeError on 1
class Main { public static void main(String[] args) { throw new IllegalStateException(); } }
