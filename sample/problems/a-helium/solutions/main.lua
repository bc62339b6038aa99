-- expect: accepted
local first, second, balloon = io.read("n", "n", "n")
local litres = first + second
print(litres // balloon .. " " .. litres % balloon)
