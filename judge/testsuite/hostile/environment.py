# hostile: looks for secrets of the judge in its environment and identity; expect: cause=exit exitCode=0
import os, socket, sys
known = {'PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_CTYPE'}
sys.exit(0 if set(os.environ) <= known and socket.gethostname() == 'sandbox' else 1)
