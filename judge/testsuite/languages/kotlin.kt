import kotlin.system.exitProcess

class Node(val next: Node?, val number: Long)

fun deep(level: Long): Long = if (level == 0L) 0 else 1 + deep(level - 1)

fun main() {
    when (readLine()) {
        "hello" -> println("hello")
        "deep" -> println(deep(100000))
        "exit" -> exitProcess(3)
        "fail" -> throw IllegalStateException("as wished")
        "loop" -> {
            var i = 0L
            while (true) i++
        }
        "blocks" -> {
            val blocks = ArrayList<ByteArray>()
            while (true) blocks.add(ByteArray(1 shl 20))
        }
        "nodes" -> {
            var node: Node? = null
            while (true) node = Node(node, 1)
        }
    }
}
