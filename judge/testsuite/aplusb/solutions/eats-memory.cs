// expect: memoryLimit on 1
using System.Collections.Generic;
class Program {
  static void Main() {
    var all = new List<byte[]>();
    for (;;) {
      var room = new byte[1 << 20];
      for (int i = 0; i < room.Length; i += 4096) room[i] = 1;
      all.Add(room);
    }
  }
}
