// hostile: error messages of many megabytes; expect: cause=exit|cpu|memory exitCode=1
#define A B B B B B B B B B B
#define B C C C C C C C C C C
#define C D D D D D D D D D D
#define D E E E E E E E E E E
#define E not_a_type x = ;
A
int main() {}
