import { Random } from '#generate/random.ts';
import { type DrawnAttempt, drawAttempts } from '#history/draw-attempts.ts';
import { drawHabits, type InventedPerson, inventPeople } from '#history/invented-people.ts';
import { type InventedVerdict, judgeAttempt } from '#history/judge-attempt.ts';
import { SAMPLE_PARTICIPANTS } from '#sample-contest.ts';
import type { SampleProblem } from '#sample-problem.ts';

/** Finished contest of the sample, relative to the day of the first start. */
export interface PastContest {
  name: string;
  /** Positive: before the first start. */
  startedAgoMs: number;
  durationTimeMs: number;
  relativeFreezeTimeMs: number;
  practiceDurationTimeMs: number;
  /** Slugs, in the order of the letters. */
  problems: readonly string[];
  attempts: readonly PastAttempt[];
}
export interface PastAttempt extends InventedVerdict {
  /** Index in `people`. */
  person: number;
  slug: string;
  sentAfterMs: number;
}

/** What happened before the first start: contests of a club whose people are invented. */
export interface SampleHistory {
  groupName: string;
  /** The participants with passwords first; the others cannot sign in. */
  people: readonly InventedPerson[];
  contests: readonly PastContest[];
}

/** Everybody in the finished contests. */
const PEOPLE = 100;
const SEED = 20_260;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Part of the people that does not solve a problem, by the order of the slugs. */
const DIFFICULTIES = [0.05, 0.25, 0.55, 0.4, 0.65, 0.8];

interface Outline {
  name: string;
  startedAgoDays: number;
  durationHours: number;
  problems: number;
}

const OUTLINES: readonly Outline[] = [
  { name: 'Разминка с шарами · Balloon Warm-up', startedAgoDays: 27, durationHours: 3, problems: 4 },
  { name: 'Осенний ветер · Autumn Wind', startedAgoDays: 17, durationHours: 4, problems: 5 },
  { name: 'Кубок шаров · Balloon Cup', startedAgoDays: 6, durationHours: 5, problems: 6 },
];
const PRACTICE_MS = 4 * DAY_MS;
const FREEZE_BEFORE_END_MS = HOUR_MS;

/** Draws the history, always the same from the same problems. */
export function sampleHistory(problems: readonly SampleProblem[]): SampleHistory {
  const random = new Random(SEED);
  const known = SAMPLE_PARTICIPANTS.map((person) => ({ ...person, ...drawHabits(random) }));
  const people = [...known, ...inventPeople(PEOPLE - known.length, random)];
  return {
    groupName: 'Клуб шаров · Balloon Club',
    people,
    contests: OUTLINES.map((outline) => drawContest(outline, problems, people, random)),
  };
}

function drawContest(
  { name, startedAgoDays, durationHours, problems: count }: Outline,
  problems: readonly SampleProblem[],
  people: readonly InventedPerson[],
  random: Random,
): PastContest {
  const chosen = problems.slice(0, count);
  const durationTimeMs = durationHours * HOUR_MS;
  const drawn = drawAttempts(
    { durationMs: durationTimeMs, practiceMs: PRACTICE_MS, difficulties: DIFFICULTIES.slice(0, count) },
    people,
    random,
  );
  return {
    name,
    startedAgoMs: startedAgoDays * DAY_MS,
    durationTimeMs,
    relativeFreezeTimeMs: durationTimeMs - FREEZE_BEFORE_END_MS,
    practiceDurationTimeMs: PRACTICE_MS,
    problems: chosen.map(({ slug }) => slug),
    attempts: drawn.map((attempt) => judge(attempt, chosen, people, random)),
  };
}

function judge(
  { person, problem: index, sentAfterMs, solves }: DrawnAttempt,
  problems: readonly SampleProblem[],
  people: readonly InventedPerson[],
  random: Random,
): PastAttempt {
  const [problem, author] = [problems[index], people[person]];
  if (!problem || !author) throw new Error(`There is no problem ${index} or no person ${person}`);
  return { person, slug: problem.slug, sentAfterMs, ...judgeAttempt(problem, author, solves, random) };
}
