import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { type Activity, readActivity } from '#features/contest-control/activity.queries.ts';
import { type ControlledContest, readMoment } from '#features/contest-control/moment.queries.ts';
import type { Services } from '#services.ts';

/** Age in ms up to which a state is given again. */
const FRESH_MS = 900;
/** Age in ms after which a contest that nobody looks at is forgotten. */
const UNUSED_AFTER_MS = 60_000;
/** How long counts of solutions are kept while nothing happens: titles and roles may change meanwhile. */
const ACTIVITY_MS = 30_000;

/** Switches of a problem that has just left the contest. */
const ON = { isJudgingPaused: false, isClosed: false, isDisabled: false };

interface Kept {
  state: Promise<ContestControl | undefined>;
  atMs: number;
  activity: { key: string; value: Activity } | null;
}

/**
 * The states of contests whose control screens are open, on this web process. Theory of operation: the moment (queue,
 * judges, people) is read at most once a second by a handful of indexed counts, whoever asks. The activity reads all
 * solutions of a contest, so it is kept until the log of the contest or its settings grow.
 */
class ControlStates {
  readonly #services: Services;
  readonly #kept = new Map<number, Kept>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** The state of a contest, `undefined` when there is none. Rights are the caller's matter. */
  read(contestId: number): Promise<ContestControl | undefined> {
    const kept = this.#kept.get(contestId);
    if (kept && performance.now() - kept.atMs < FRESH_MS) return kept.state;
    this.#dropUnused();
    const activity = kept?.activity ?? null;
    const next: Kept = { state: this.#look(contestId, activity), atMs: performance.now(), activity };
    this.#kept.set(contestId, next);
    return next.state;
  }

  /** Makes the next call read anew, after an action on this process. */
  forget(contestId: number): void {
    const kept = this.#kept.get(contestId);
    if (kept) kept.atMs = Number.NEGATIVE_INFINITY;
  }

  async #look(contestId: number, former: Kept['activity']): Promise<ContestControl | undefined> {
    const moment = await readMoment(this.#services, contestId);
    if (!moment) return undefined;
    const { contest, lastEventSeq, nowMs, switches, ...rest } = moment;
    const key = `${lastEventSeq} ${contest.revision} ${Math.floor(nowMs / ACTIVITY_MS)}`;
    const value = former?.key === key ? former.value : await this.#readActivity(contest, nowMs);
    const kept = this.#kept.get(contestId);
    if (kept) kept.activity = { key, value };
    const problems = value.problems.map((problem) => ({
      ...problem,
      ...(switches.get(problem.problemId) ?? ON),
    }));
    return { contest, ...rest, ...value, problems };
  }

  #readActivity(contest: ControlledContest, nowMs: number): Promise<Activity> {
    return readActivity(this.#services.db, contest, nowMs);
  }

  #dropUnused(): void {
    const leastMs = performance.now() - UNUSED_AFTER_MS;
    for (const [contestId, { atMs }] of this.#kept) if (atMs < leastMs) this.#kept.delete(contestId);
  }
}

const ofServices = new WeakMap<Services, ControlStates>();

/** The states of this web process, shared by calls and sockets. */
export function controlStates(services: Services): ControlStates {
  const states = ofServices.get(services) ?? new ControlStates(services);
  ofServices.set(services, states);
  return states;
}
