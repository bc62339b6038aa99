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
 * A slot on every core is no loss either, although the judge itself, the site and others then share cores with
 * programs: two slots on two cores got through 60 programs 5 to 26 % sooner bound than not, on a machine that was busy
 * besides, since nothing is moved between cores. On a machine of one core there is nothing to choose.
 *
 * @param slots how many programs run at once
 * @param cores those that may be claimed, best first
 */
export async function claimCores(
  slots: number,
  cores: readonly number[] = wholeCores(),
): Promise<ClaimedCores | null> {
  if (cores.length < 2 || slots > cores.length) return null;
  const marks = new Map<number, Server>();
  const release = () => {
    for (const mark of marks.values()) mark.close();
  };
  for (const core of cores) {
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
