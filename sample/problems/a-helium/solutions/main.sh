# expect: accepted
read -r first second
read -r balloon
litres=$((first + second))
echo "$((litres / balloon)) $((litres % balloon))"
