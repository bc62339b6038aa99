deep() {
  if (($1 == 0)); then
    depth=0
    return
  fi
  deep $(($1 - 1))
  depth=$((depth + 1))
}

read -r wish
case $wish in
  hello) echo hello ;;
  deep)
    deep 100000
    echo "$depth"
    ;;
  exit) exit 3 ;;
  fail) kill -ABRT $$ ;;
  loop) while :; do :; done ;;
  blocks)
    block=$(printf '%1048576s' '')
    while :; do blocks+=("$block"); done
    ;;
  nodes) while :; do nodes+=(1); done ;;
esac
