# expect: accepted
numbers <- scan(file("stdin"), quiet = TRUE)[-1]
balloons <- matrix(numbers, nrow = 3)
x <- balloons[1, ]
square <- balloons[2, ]^2
k <- balloons[3, ]

power <- function(p) k * ((x - p)^2 + square)

# The power grows towards the balloon that needs most of it, so the best place is on its side.
left <- -10000
right <- 10000
for (step in 1:70) {
  middle <- (left + right) / 2
  if (x[which.max(power(middle))] > middle) left <- middle else right <- middle
}
cat(sprintf("%.10f\n", max(power((left + right) / 2))))
