using System;
using System.Collections.Generic;

class Node {
  public Node Next;
  public long Number;
}

static class Wishes {
  static long Deep(long level) { return level == 0 ? 0 : 1 + Deep(level - 1); }

  static void Main() {
    switch (Console.ReadLine()) {
      case "hello":
        Console.WriteLine("hello");
        break;
      case "deep":
        Console.WriteLine(Deep(100000));
        break;
      case "exit":
        Environment.Exit(3);
        break;
      case "fail":
        throw new InvalidOperationException("as wished");
      case "loop":
        for (long i = 0;; i++) ;
      case "blocks":
        var blocks = new List<byte[]>();
        for (;;) {
          var block = new byte[1 << 20];
          for (int i = 0; i < block.Length; i += 512) block[i] = 1;
          blocks.Add(block);
        }
      case "nodes":
        for (Node node = null;;) node = new Node { Next = node, Number = 1 };
    }
  }
}
