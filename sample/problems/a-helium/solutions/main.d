// expect: accepted
import std.stdio;

void main()
{
    long first, second, balloon;
    readf(" %d %d %d", &first, &second, &balloon);
    const litres = first + second;
    writeln(litres / balloon, " ", litres % balloon);
}
