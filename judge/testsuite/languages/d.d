import core.stdc.stdlib : exit;
import std.stdio, std.string;

class Node
{
    Node next;
    long number;
    this(Node next) { this.next = next; }
}

long deep(long level) { return level == 0 ? 0 : 1 + deep(level - 1); }

void main()
{
    final switch (readln().strip())
    {
    case "hello": writeln("hello"); break;
    case "deep": writeln(deep(100_000)); break;
    case "exit": exit(3); break;
    case "fail": throw new Exception("as wished");
    case "loop": for (long i = 0;; ++i) {}
    case "blocks":
        ubyte[][] blocks;
        for (;;)
        {
            auto block = new ubyte[1 << 20];
            block[] = 1;
            blocks ~= block;
        }
    case "nodes":
        for (Node node = null;;) node = new Node(node);
    }
}
