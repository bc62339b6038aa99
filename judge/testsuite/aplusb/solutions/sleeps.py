# expect: idlenessLimit on 1
import time
time.sleep(100)
