// expect: accepted
fun main() {
    val litres = readLine()!!.split(" ").map { it.toLong() }.sum()
    val balloon = readLine()!!.toLong()
    println("${litres / balloon} ${litres % balloon}")
}
