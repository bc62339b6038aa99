def deep(level)
  level == 0 ? 0 : 1 + deep(level - 1)
end

case gets.strip
when 'hello' then puts 'hello'
when 'deep' then puts deep(100_000)
when 'exit' then exit 3
when 'fail' then raise 'as wished'
when 'loop' then loop {}
when 'blocks'
  blocks = []
  loop { blocks << 'x' * 2**20 }
when 'nodes'
  node = nil
  loop { node = [node, Object.new] }
end
