import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PostgresBinaries } from '#database/postgres-cluster.ts';
import type { PostgresIdentity } from '#database/postgres-identity.ts';
import { DATA_LAYOUT } from '#files/data-dir.ts';

/**
 * Returns programs that the server's account may run: the bundled ones, or a copy in the data directory when a folder
 * above them is closed to that account, as root's home is.
 *
 * @param dataDir directory that the account may enter, see `letServerPass`
 */
export function reachablePrograms(
  binaries: PostgresBinaries,
  { owner, prefix }: PostgresIdentity,
  dataDir: string,
): PostgresBinaries {
  const [command = '', ...args] = [...prefix, 'test', '-x', binaries.postgres];
  if (owner === null || spawnSync(command, args).status === 0) return binaries;
  const { size, mtimeMs } = statSync(binaries.postgres);
  const copies = path.join(dataDir, DATA_LAYOUT.programs);
  const copy = path.join(copies, `${size}-${Math.round(mtimeMs)}`);
  if (!existsSync(copy)) copyPrograms(path.dirname(path.dirname(binaries.postgres)), copies, copy);
  const inCopy = (program: string) => path.join(copy, 'bin', path.basename(program));
  return { initdb: inCopy(binaries.initdb), postgres: inCopy(binaries.postgres) };
}

/** Copies the programs and removes copies of earlier versions. An incomplete copy never gets the final name. */
function copyPrograms(from: string, copies: string, copy: string): void {
  mkdirSync(copies, { recursive: true, mode: 0o755 });
  for (const name of readdirSync(copies)) rmSync(path.join(copies, name), { recursive: true });
  const draft = `${copy}.draft`;
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  renameSync(draft, copy);
}
