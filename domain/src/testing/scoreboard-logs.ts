import fc from 'fast-check';
import type { ScoreboardContest, ScoreboardEvent, ScoreboardQuestion } from '#scoreboard/scoreboard.ts';

/*
 * Small contests on a coarse clock, so that equal times, ties and instants at the very freeze are common.
 * Users 1 to 5 are participants, 8 and 9 supervise; problem 103 is not part of the contest.
 */
export const PARTICIPANTS = [1, 2, 3, 4, 5];
export const SUPERVISORS = [8, 9];
export const STEP_MS = 30_000;
export const STEPS = { freeze: 20, end: 30, now: 40 };

export const contest: ScoreboardContest = {
  startTimeMs: 0,
  durationTimeMs: STEPS.end * STEP_MS,
  relativeFreezeTimeMs: STEPS.freeze * STEP_MS,
  practiceDurationTimeMs: 20 * STEP_MS,
  problemIds: [101, 102],
};

export const instant = (fromStep: number, toStep: number) =>
  fc.integer({ min: fromStep, max: toStep }).map((step) => step * STEP_MS);
export const anybody = fc.constantFrom(...PARTICIPANTS, ...SUPERVISORS);
export const verdict = fc.constantFrom(null, 1, 1, 2, 3, 12, 99);

/** What happens to one solution, in this order. */
export const solutionHistory = fc.record({
  userId: anybody,
  problemId: fc.constantFrom(101, 101, 102, 103),
  sentAtMs: instant(-2, STEPS.now),
  verdicts: fc.array(verdict, { minLength: 1, maxLength: 3 }),
  isDeleted: fc.nat(9).map((dice) => dice === 0),
});

type SolutionHistory = typeof solutionHistory extends fc.Arbitrary<infer T> ? T : never;

export const histories = fc.array(solutionHistory, { maxLength: 25 });

const joiningsAt = (joinedAtMs: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.record({ userId: anybody, joinedAtMs }), { selector: ({ userId }) => userId });

/** People who joined, with the time: about the start, or for the practice. */
export const joinings = joiningsAt(
  fc.oneof({ weight: 3, arbitrary: instant(-3, 3) }, instant(STEPS.end - 1, STEPS.end + 2)),
);

/** People who took part from the start. */
export const earlyJoinings = joiningsAt(instant(-3, 3));

type Joinings = typeof joinings extends fc.Arbitrary<infer T> ? T : never;

export function eventsOf(
  { verdicts, isDeleted, ...solution }: SolutionHistory,
  index: number,
): ScoreboardEvent[] {
  const solutionId = index + 1;
  const attempts = verdicts.map((verdictId) => ({
    type: 'attempt' as const,
    solutionId,
    ...solution,
    verdictId,
  }));
  return isDeleted ? [...attempts, { type: 'deleted', solutionId }] : attempts;
}

export const joinedEvents = (people: Joinings): ScoreboardEvent[] =>
  people.map((person) => ({
    type: 'joined',
    ...person,
    isSupervisor: SUPERVISORS.includes(person.userId),
  }));

export const logOf = (people: Joinings, solutions: SolutionHistory[]): ScoreboardEvent[] => [
  ...joinedEvents(people),
  ...solutions.flatMap(eventsOf),
];

/** Deals the events out in an order that keeps only that of each single solution. */
export function interleave(
  people: Joinings,
  solutions: SolutionHistory[],
  dice: readonly number[],
): ScoreboardEvent[] {
  const queues = [...joinedEvents(people).map((event) => [event]), ...solutions.map(eventsOf)];
  const log: ScoreboardEvent[] = [];
  for (let turn = 0; ; turn += 1) {
    const waiting = queues.filter((queue) => queue.length > 0);
    const queue = waiting[(dice[turn % dice.length] ?? 0) % waiting.length];
    const event = queue?.shift();
    if (!event) return log;
    log.push(event);
  }
}

export const question: fc.Arbitrary<Required<Omit<ScoreboardQuestion, 'offset' | 'count' | 'only'>>> = fc
  .record({
    viewerId: fc.option(anybody, { freq: 6 }),
    viewerIsSupervisor: fc.constant(false),
    atMs: fc.oneof(instant(-3, STEPS.now), fc.constant(Number.POSITIVE_INFINITY)),
    nowMs: fc.constant(STEPS.now * STEP_MS),
    scope: fc.constantFrom('contest' as const, 'practice' as const),
    past: fc.constantFrom('shown' as const, 'real' as const),
  })
  .map((asked) => ({
    ...asked,
    viewerIsSupervisor: asked.viewerId !== null && SUPERVISORS.includes(asked.viewerId),
  }));

export const dice = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
