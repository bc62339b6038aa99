// expect: idlenessLimit on 1
class Main { public static void main(String[] args) throws Exception { Thread.sleep(100000); } }
