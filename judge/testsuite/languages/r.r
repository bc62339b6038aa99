deep <- function(level) if (level == 0) 0 else 1 + deep(level - 1)

wish <- readLines(file("stdin"), n = 1)
if (wish == "hello") {
  cat("hello\n")
} else if (wish == "deep") {
  options(expressions = 500000)
  cat(deep(100000), "\n", sep = "")
} else if (wish == "exit") {
  quit(status = 3)
} else if (wish == "fail") {
  stop("nobody catches this")
} else if (wish == "loop") {
  repeat {
  }
} else if (wish == "blocks") {
  blocks <- list()
  repeat blocks[[length(blocks) + 1]] <- raw(1048576) | as.raw(1)
} else if (wish == "nodes") {
  nodes <- NULL
  repeat nodes <- list(1, nodes)
}
