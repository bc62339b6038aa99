import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { wholeCores } from '#time-trust/choose-cores.ts';

/** Cores that no other judge of this machine binds its slots to, until this is disposed of or the process ends. */
export interface ClaimedCores extends Disposable {
  readonly cores: readonly number[];
}

/**
 * Claims a core for each slot, or null when there are not enough: two programs that share a core, or the halves of
 * one, slow each other down and are measured worse than with no binding at all.
 *
 * One core stays free for the judge itself, the site and everybody else, to whom what is bound cannot give way.
 *
 * @param slots how many programs run at once
 * @param cores those that may be claimed, best first
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

/** A name that only one process can hold and that the kernel takes back however the process ends. */
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
