import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onceForAll } from '#testing/once-for-all.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

/** Prefix of the folder with the headers of one compiler, for this user on this machine. */
const SHARED = join(tmpdir(), `balloon-tested-headers-${process.getuid?.()}-`);

/**
 * Gives a workshop the precompiled headers of C++20, which the first test file of a run makes for all: made anew in each
 * they would cost more of the processor than its compilations save.
 */
export async function shareHeaders({ workDir, workshop, slots: [slot] }: OpenWorkshop): Promise<void> {
  const { toolchain, stamp } = workshop.languages.get('cpp20') ?? {};
  const recipe = toolchain?.precompiledHeader;
  if (!slot || !recipe || stamp === undefined) return;
  const own = join(workDir, 'headers');
  const make = async () => {
    const complaint = await workshop.headers.make(slot.program, recipe, stamp);
    if (complaint !== null) throw new Error(complaint);
    return true;
  };
  const shared = SHARED + createHash('sha256').update(stamp).digest('hex').slice(0, 16);
  const isMade = await onceForAll(shared, async () => {
    await make();
    const part = `${shared}.part`;
    rmSync(part, { recursive: true, force: true });
    linkFiles(own, part);
    renameSync(part, shared);
    return true;
  });
  if (isMade) return;
  linkFiles(shared, own); // compilers see only what lies beneath the workshop
  await make(); // finds all of them
}

/** Gives all files of a folder a second name in another one; a file that is there stays. */
function linkFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = to + source.slice(from.length);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    if (!existsSync(target)) linkSync(source, target);
  }
}
