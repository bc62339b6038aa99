import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { arch, availableParallelism, freemem, release, totalmem } from 'node:os';
import path from 'node:path';
import type { Machine } from '#doctor/report.ts';

const MB = 1024 ** 2;

/** Examines the machine, as far as judging and the database need it. */
export async function examineMachine(dataDir: string): Promise<Machine> {
  const { bavail, bsize } = await statfs(nearestExisting(dataDir));
  return {
    system: `${distribution()}, ${arch()}`,
    kernel: `Linux ${release()}`,
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / MB),
    freeMemoryMb: Math.round(freemem() / MB),
    dataDir,
    freeDiskMb: Math.round((bavail * bsize) / MB),
  };
}

function distribution(): string {
  const file = '/etc/os-release';
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return /^PRETTY_NAME="?([^"\n]+)/m.exec(text)?.[1] ?? 'an unknown distribution';
}

/** Returns the nearest directory that exists, since the data directory is made at the first start. */
function nearestExisting(directory: string): string {
  return existsSync(directory) ? directory : nearestExisting(path.dirname(directory));
}
