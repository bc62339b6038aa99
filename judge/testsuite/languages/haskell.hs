import Control.Exception (evaluate)
import Control.Monad (forever)
import Data.IORef
import qualified Data.Map.Strict as Map
import System.Exit

deep :: Int -> Integer
deep 0 = 0
deep level = 1 + deep (level - 1)

main :: IO ()
main = do
  wish <- getLine
  case wish of
    "hello" -> putStrLn "hello"
    "deep" -> print (deep 100000)
    "exit" -> exitWith (ExitFailure 3)
    "fail" -> print (head ([] :: [Int]))
    "loop" -> do
      counter <- newIORef (0 :: Int)
      forever (modifyIORef' counter (+ 1))
    "blocks" -> do
      kept <- newIORef []
      mapM_ (\i -> do
        let block = [i .. i + 10000]
        _ <- evaluate (sum block)
        modifyIORef' kept (block :)) [1 :: Integer ..]
      readIORef kept >>= print . length
    "nodes" -> print (Map.size (foldl (\m i -> Map.insert i i m) Map.empty [1 :: Integer ..]))
    _ -> return ()
