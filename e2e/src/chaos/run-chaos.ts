import type { Connection } from '@balloon/database/connect.ts';
import { Random } from '@balloon/sample/generate/random.ts';
import { waitFor } from '#browser/wait.ts';
import { Line, sendAll } from '#chaos/crowd.ts';
import { findViolations } from '#chaos/final-state.ts';
import { leftIn, leftOfHelpers } from '#chaos/leftovers.ts';
import { letMonkeyLoose } from '#chaos/monkey.ts';
import { Timeline } from '#chaos/timeline.ts';
import { isFair, observe, type World } from '#chaos/world.ts';
import { drawWork, readSampleWork } from '#sites/sample-site.ts';

/**
 * Time in ms after which nothing is killed until who waits for a receipt has it. On a busy machine a site comes back so
 * slowly that it would be killed again before it accepts anything, until clients give it up.
 */
const PEACE_AFTER_MS = 30_000;

export interface ChaosOptions {
  /** Determines the solutions and the order of kills; their timing depends on the machine. */
  seed: number;
  /** Number of solutions to send. */
  solutions: number;
  /** Time over which they are sent, if nothing delays them. */
  durationMs: number;
  /** Pause between two kills in ms. */
  pauseMs: readonly [number, number];
  /** Maximum time for judging after the last send. */
  drainMs: number;
  /** Receives each event at once. */
  tell?: (line: string) => void;
}

export interface ChaosReport {
  seed: number;
  /** Faults at the end, a line each. */
  violations: string[];
  /** Number of kills by name of the process. */
  kills: Map<string, number>;
  /** Number of receipts that clients hold. */
  sent: number;
  /** Log of events, in order. */
  timeline: string;
}

/**
 * Sends solutions to a site while its processes are killed at random, and checks the final state.
 *
 * @throws {Error} with the timeline when the run could not be completed
 */
export async function runChaos(
  startWorld: (timeline: Timeline) => Promise<World>,
  options: ChaosOptions,
): Promise<ChaosReport> {
  const timeline = new Timeline(options.tell);
  timeline.note(`seed ${options.seed}`);
  try {
    await using world = await startWorld(timeline);
    const outcome = await happen(world, options, timeline);
    return { seed: options.seed, ...outcome, timeline: `${timeline}` };
  } catch (error) {
    throw new Error(`Chaos with seed ${options.seed} broke off:\n${timeline}`, { cause: error });
  }
}

async function happen(world: World, options: ChaosOptions, timeline: Timeline) {
  const random = new Random(options.seed);
  const works = drawWork(await readSampleWork(), options.solutions, random);
  await using open = new AsyncDisposableStack();
  const observer = open.adopt(observe(world.databaseUrl), ({ close }) => close());
  await world.settle();
  timeline.note('everything is up');

  const line = new Line();
  const over = new AbortController();
  const broken = new AbortController();
  const striking = letMonkeyLoose({
    ...options,
    victims: world.victims,
    random,
    timeline,
    mayStrike: async () => line.longestMs < PEACE_AFTER_MS && (await isFair(observer)),
    over: over.signal,
    broken: broken.signal,
  });
  const { contestId, participants } = world.crew;
  const crowd = {
    contestId,
    participants,
    works,
    urls: world.urls,
    line,
    random: new Random(options.seed + 1),
  };
  const sending = sendAll({ ...crowd, durationMs: options.durationMs }).finally(() => over.abort());
  const [sent, kills] = await Promise.all([sending, striking]).finally(() => broken.abort());
  timeline.note(`${sent.length} receipts; waiting for the verdicts`);

  await world.settle();
  await waitFor('the last verdict', () => isJudged(observer), options.drainMs);
  timeline.note('everything is judged');
  const violations = await findViolations(observer.db, world.urls, world.crew, sent);
  return { violations: [...violations, ...(await findRemains(world))], kills, sent: sent.length };
}

/** Lists leftovers: the next start removes those of a killed judge, and a stop leaves none. */
async function findRemains(world: World): Promise<string[]> {
  const alive = new Set(world.helpersNow());
  const unswept = leftOfHelpers([...world.helperPids].filter((pid) => !alive.has(pid)));
  await world.stop();
  return [
    ...unswept.map((what) => `not swept: ${what}`),
    ...[...leftOfHelpers(world.helperPids), ...leftIn(world.directory)].map((what) => `left behind: ${what}`),
  ];
}

/** A database that was killed just now is starting again, and tells nothing yet. */
async function isJudged({ db }: Connection): Promise<true | undefined> {
  const looking = db.selectFrom('judging').select('solutionId').limit(1).execute();
  const waiting = await looking.catch(() => null);
  return waiting?.length === 0 ? true : undefined;
}
