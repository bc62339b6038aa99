import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { wholeCores } from '#workshop/choose-cores.ts';

/** Cores to which no other judge of this machine binds its slots, until this is disposed of or the process ends. */
export interface ClaimedCores extends Disposable {
  readonly cores: readonly number[];
}

/**
 * Claims a core for each slot, or null when there are not enough: two programs that share a core, or the halves of
 * one, slow each other down and are measured worse than without any binding.
 *
 * One core stays free for the judge itself, the site and all other processes, since bound programs cannot move to
 * another core.
 *
 * @param slots number of programs that run at once
 * @param cores cores that may be claimed, best first
 */
export async function claimCores(
  slots: number,
  cores: readonly number[] = wholeCores(),
): Promise<ClaimedCores | null> {
  if (slots >= cores.length) return null;
  const marks = new Map<number, Server>();
  const release = () => {
    for (const mark of marks.values()) mark.close();
  };
  for (const core of cores.slice(0, -1)) {
    const mark = await markCore(core);
    if (mark) marks.set(core, mark);
    if (marks.size === slots) return { cores: [...marks.keys()], [Symbol.dispose]: release };
  }
  release();
  return null;
}

/** Marks a core by a name that only one process can hold and that the kernel frees however the process ends. */
async function markCore(core: number): Promise<Server | null> {
  const mark = createServer().unref();
  mark.listen(`\0balloon-judge-core-${core}`);
  try {
    await once(mark, 'listening');
    return mark;
  } catch {
    return null; // another judge has it
  }
}
