import type { Random } from '#generate/random.ts';
import type { InventedPerson } from '#history/invented-people.ts';

/** Attempt of an invented person. */
export interface DrawnAttempt {
  /** Index of the person. */
  person: number;
  /** Index of the problem in the contest. */
  problem: number;
  sentAfterMs: number;
  solves: boolean;
}

export interface ContestToDraw {
  durationMs: number;
  practiceMs: number;
  /** Difficulties of the problems, from 0 (everybody solves it) to 1 (nobody does). */
  difficulties: readonly number[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Most wrong attempts before somebody gives a problem up. */
const PATIENCE = 8;
/** Advantage over a problem from which a person solves it, and from which the person tries it at all. */
const SOLVES_FROM = -0.08;
const TRIES_FROM = -0.5;
/** How long before the end people send what they have. */
const RUSH_MS = 12 * MINUTE_MS;

/**
 * Draws what people send in a contest and in its practice, in the order of time. Everybody reads for a while and goes
 * from easy to hard, so that the table fills quickly at first, then evenly; before the end those rush who have something
 * to gain.
 */
export function drawAttempts(
  contest: ContestToDraw,
  people: readonly InventedPerson[],
  random: Random,
): DrawnAttempt[] {
  const attempts = people.flatMap((person, index) =>
    drawPerson(contest, person, random).map((attempt) => ({ ...attempt, person: index })),
  );
  return attempts.sort((one, other) => one.sentAfterMs - other.sentAfterMs);
}

type PersonsAttempt = Omit<DrawnAttempt, 'person'>;

function drawPerson(contest: ContestToDraw, { skill }: InventedPerson, random: Random): PersonsAttempt[] {
  const form = between(random, -0.08, 0.08);
  const sent: PersonsAttempt[] = [];
  let atMs = between(random, 2, 8) * MINUTE_MS;
  for (const problem of orderOfSolving(contest.difficulties, random)) {
    const difficulty = contest.difficulties[problem] ?? 1;
    const advantage = skill + form + between(random, -0.15, 0.15) - difficulty;
    if (advantage < TRIES_FROM) continue;
    atMs += contest.durationMs * (0.02 + 0.11 * difficulty) * (1.6 - skill) * between(random, 0.4, 1.5);
    const solves = advantage > SOLVES_FROM;
    const wrong = countWrong(advantage, random);
    for (let tries = 0; tries < wrong + (solves ? 1 : 0); tries += 1) {
      sent.push({ problem, sentAfterMs: Math.round(atMs), solves: solves && tries === wrong });
      atMs += between(random, 1.5, 14) * MINUTE_MS;
    }
  }
  const inTime = sent.filter(({ sentAfterMs }) => sentAfterMs < contest.durationMs);
  return [...inTime, ...drawRush(contest, inTime, random), ...drawPractice(contest, inTime, random)];
}

/** Problems from easy to hard, as a person sees it: neighbours change places. */
function orderOfSolving(difficulties: readonly number[], random: Random): number[] {
  return difficulties
    .map((difficulty, problem) => ({ problem, seen: difficulty + between(random, -0.15, 0.15) }))
    .sort((one, other) => one.seen - other.seen)
    .map(({ problem }) => problem);
}

/** Number of wrong attempts: few for who is far better than the problem is hard. */
function countWrong(advantage: number, random: Random): number {
  let wrong = 0;
  while (wrong < PATIENCE && between(random, 0, 1) < 0.72 - 0.5 * advantage) wrong += 1;
  return wrong;
}

function drawRush({ durationMs }: ContestToDraw, sent: readonly PersonsAttempt[], random: Random) {
  const open = unsolved(sent);
  const problem = open.at(-1);
  if (problem === undefined || random.int(0, 1) === 0) return [];
  const startMs = Math.max(durationMs - RUSH_MS, ...sent.map(({ sentAfterMs }) => sentAfterMs)) + 1;
  const times = random.list(random.int(1, 3), () => Math.round(between(random, startMs, durationMs - 1)));
  return times
    .sort((one, other) => one - other)
    .map((sentAfterMs) => ({ problem, sentAfterMs, solves: false }));
}

/** Some finish after the contest what they had begun. */
function drawPractice(
  { durationMs, practiceMs }: ContestToDraw,
  sent: readonly PersonsAttempt[],
  random: Random,
): PersonsAttempt[] {
  return unsolved(sent).flatMap((problem) => {
    if (random.int(0, 3) > 0) return [];
    const sentAfterMs = Math.round(durationMs + between(random, HOUR_MS, practiceMs - HOUR_MS));
    return [{ problem, sentAfterMs, solves: random.int(0, 2) > 0 }];
  });
}

function unsolved(sent: readonly PersonsAttempt[]): number[] {
  const solved = new Set(sent.filter(({ solves }) => solves).map(({ problem }) => problem));
  return [...new Set(sent.map(({ problem }) => problem))].filter((problem) => !solved.has(problem));
}

function between(random: Random, min: number, max: number): number {
  return min + ((max - min) * random.int(0, 1_000_000)) / 1_000_000;
}
