# expect: accepted
first, second, balloon = $stdin.read.split.map(&:to_i)
puts (first + second).divmod(balloon).join(' ')
