import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@balloon/sample/generate/random.ts';
import type { Contestant, Receipt } from '#sites/contestant.ts';
import type { Work } from '#sites/sample-site.ts';

/** Sent solution, as recorded by the client. */
export interface Sent {
  work: Work;
  author: Contestant;
  idempotencyKey: string;
  receipt: Receipt;
}

export interface CrowdOptions {
  contestId: number;
  participants: readonly Contestant[];
  works: readonly Work[];
  /** URLs of all web processes; each try goes to a random one. */
  urls: readonly string[];
  random: Random;
  /** Time over which the solutions are sent, if nothing delays them. */
  durationMs: number;
  /** Collects the solutions that wait for their receipts. */
  line: Line;
}

/** Solutions that wait for their receipts. */
export class Line {
  readonly #waiting = new Set<{ sinceMs: number }>();

  /** Longest time in ms for which one of them has waited. */
  get longestMs(): number {
    const nowMs = performance.now();
    return Math.max(0, ...[...this.#waiting].map(({ sinceMs }) => nowMs - sinceMs));
  }

  async waitWith<Result>(work: () => Promise<Result>): Promise<Result> {
    const place = { sinceMs: performance.now() };
    this.#waiting.add(place);
    try {
      return await work();
    } finally {
      this.#waiting.delete(place);
    }
  }
}

/** Number of browser tabs of each participant. */
const TABS = 2;
/**
 * Share of solutions (one in this many) sent to all web processes at once under one key, like a double click
 * through a proxy.
 */
const TWIN_SHARE = 6;
/** Share of tries (one in this many) that hang up early, as if the answer was lost. */
const IMPATIENT_SHARE = 8;

/** Sends all works, each until its receipt arrives. Every participant sends from several tabs. */
export async function sendAll(options: CrowdOptions): Promise<Sent[]> {
  const { participants, works, random, durationMs } = options;
  const tabs = participants.flatMap((author) => Array.from({ length: TABS }, () => author));
  const meanPauseMs = (durationMs * tabs.length) / works.length;
  const queue = works.entries();
  const sent: Sent[] = [];
  await Promise.all(
    tabs.map(async (author) => {
      for (const [number, work] of queue) {
        await sleep(random.int(0, Math.round(2 * meanPauseMs)));
        const send = () => sendOne(options, author, work, `chaos-key-${number}`);
        sent.push(await options.line.waitWith(send));
      }
    }),
  );
  return sent;
}

async function sendOne(
  { contestId, urls, random }: CrowdOptions,
  author: Contestant,
  work: Work,
  idempotencyKey: string,
): Promise<Sent> {
  const { symbolIndex, languageId, solution } = work;
  const nextTry = () => ({
    url: random.pick(urls),
    ...(random.int(1, IMPATIENT_SHARE) === 1 && { patienceMs: random.int(5, 100) }),
  });
  const times = random.int(1, TWIN_SHARE) === 1 ? 2 : 1;
  const receipts = await Promise.all(
    Array.from({ length: times }, () =>
      author.submitUntilReceipt(contestId, { symbolIndex, languageId, solution, idempotencyKey }, nextTry),
    ),
  );
  const [receipt, twin = receipt] = receipts;
  if (!receipt || twin?.id !== receipt.id) {
    throw new Error(`One key, two solutions: ${receipts.map(({ id }) => id).join(' and ')}`);
  }
  return { work, author, idempotencyKey, receipt };
}
