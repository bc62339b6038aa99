local function deep(level)
  if level == 0 then return 0 end
  return 1 + deep(level - 1)
end

local wish = io.read()
if wish == "hello" then
  print("hello")
elseif wish == "deep" then
  print(deep(100000))
elseif wish == "exit" then
  os.exit(3)
elseif wish == "fail" then
  error("as wished")
elseif wish == "loop" then
  while true do end
elseif wish == "blocks" then
  local blocks = {}
  while true do blocks[#blocks + 1] = string.rep("x", 2 ^ 20) .. #blocks end
elseif wish == "nodes" then
  local node
  while true do node = { node, 1 } end
end
