-- expect: accepted
main :: IO ()
main = do
  [first, second, balloon] <- map read . words <$> getContents :: IO [Integer]
  let (balloons, rest) = (first + second) `divMod` balloon
  putStrLn (unwords (map show [balloons, rest]))
