import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';

/** Returns the folder in memory where that many bytes are free and programs may run from it, otherwise null. */
export function memoryFolder(bytes: number): string | null {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, target]) => target === MEMORY);
  if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').includes('noexec')) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= bytes ? MEMORY : null;
}
