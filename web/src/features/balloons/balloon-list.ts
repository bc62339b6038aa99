import type {
  BalloonProblem,
  BalloonQueue,
  BalloonTeam,
  CarriedBalloon,
} from '@balloon/contracts/hall/balloons.ts';

/** Lists of the screen: what waits, what is on its way, what was delivered. */
export const BALLOON_VIEWS = ['waiting', 'taken', 'delivered'] as const;
export type BalloonView = (typeof BALLOON_VIEWS)[number];

/** A balloon with all that a runner or a slip needs. */
export interface ShownBalloon extends CarriedBalloon {
  key: string;
  team: BalloonTeam;
  problem: BalloonProblem;
  /** Who carries it; null for nobody, and for an account that is gone. */
  runnerName: string | null;
  /** Other problems for which the team has a balloon. */
  others: readonly BalloonProblem[];
}

const VIEW_OF: Record<CarriedBalloon['state'], BalloonView> = {
  waiting: 'waiting',
  taken: 'taken',
  // They have to be brought back, so they stand where runners look for what they carry.
  cancelled: 'taken',
  withdrawn: 'taken',
  delivered: 'delivered',
};

export const viewOf = ({ state }: Pick<CarriedBalloon, 'state'>): BalloonView => VIEW_OF[state];

/** The balloons of a queue with the facts of their teams and problems. */
export function shownBalloons({ balloons, teams, problems, runners }: BalloonQueue): ShownBalloon[] {
  const teamOf = new Map(teams.map((team) => [team.userId, team]));
  const problemOf = new Map(problems.map((problem) => [problem.problemId, problem]));
  const nameOf = new Map(runners.map(({ userId, name }) => [userId, name]));
  const held = heldBy(balloons);
  return balloons.flatMap((balloon) => {
    const team = teamOf.get(balloon.userId);
    const problem = problemOf.get(balloon.problemId);
    if (!team || !problem) return [];
    const others = problems.filter(
      ({ problemId }) => problemId !== balloon.problemId && held.get(balloon.userId)?.has(problemId),
    );
    const runnerName = balloon.runnerId === null ? null : (nameOf.get(balloon.runnerId) ?? null);
    return [{ ...balloon, key: `${balloon.userId}-${balloon.problemId}`, team, problem, runnerName, others }];
  });
}

/** Problems by participant for which a balloon hangs at the seat. */
function heldBy(balloons: readonly CarriedBalloon[]): Map<number, Set<number>> {
  const held = new Map<number, Set<number>>();
  for (const { userId, problemId, state } of balloons) {
    if (state !== 'delivered' && state !== 'withdrawn') continue;
    held.set(userId, (held.get(userId) ?? new Set()).add(problemId));
  }
  return held;
}

export interface BalloonChoice {
  view: BalloonView;
  /** Beginning of the seats, as `2-` for a floor; empty: everywhere. */
  seat: string;
}

/** What a runner has chosen to see: own ones first among the taken, the newest first among the delivered. */
export function chosenBalloons(
  all: readonly ShownBalloon[],
  { view, seat }: BalloonChoice,
  myId: number,
): ShownBalloon[] {
  const chosen = all.filter((balloon) => viewOf(balloon) === view && sitsAt(balloon, seat));
  if (view === 'delivered') return chosen.sort((a, b) => (b.deliveredAtMs ?? 0) - (a.deliveredAtMs ?? 0));
  const rank = ({ runnerId }: ShownBalloon) => (runnerId === myId ? 0 : 1);
  return view === 'taken' ? chosen.sort((a, b) => rank(a) - rank(b)) : chosen;
}

/** How many balloons each view has at the chosen seats. */
export function countViews(all: readonly ShownBalloon[], seat: string): Record<BalloonView, number> {
  const counts = { waiting: 0, taken: 0, delivered: 0 };
  for (const balloon of all) if (sitsAt(balloon, seat)) counts[viewOf(balloon)] += 1;
  return counts;
}

const sitsAt = ({ team }: ShownBalloon, seat: string) =>
  (team.seat ?? '').toLowerCase().startsWith(seat.trim().toLowerCase());
