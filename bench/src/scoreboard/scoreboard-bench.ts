import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import {
  applyEvent,
  createScoreboard,
  type Scoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  type ScoreboardQuestion,
  viewScoreboard,
} from '@balloon/domain/scoreboard/scoreboard.ts';

/*
 * Cost of the scoreboard without HTTP and database: a five-hour contest of fifteen problems, frozen in its
 * last hour, in which each participant sends about forty solutions.
 */

const MINUTE_MS = 60_000;
const PROBLEMS = 15;
const SOLUTIONS_PER_PARTICIPANT = 40;
const PAGE = 50;

export interface ScoreboardBenchRow {
  what: string;
  participants: number;
  runs: number;
  medianMs: number;
  p99Ms: number;
}

const contest: ScoreboardContest = {
  startTimeMs: 0,
  durationTimeMs: 300 * MINUTE_MS,
  relativeFreezeTimeMs: 240 * MINUTE_MS,
  practiceDurationTimeMs: 0,
  problemIds: Array.from({ length: PROBLEMS }, (_, position) => position + 1),
};

/** Measures scoreboards of both promised sizes. */
export function benchScoreboard(): ScoreboardBenchRow[] {
  return [1000, 5000].flatMap(benchSize);
}

function benchSize(participants: number): ScoreboardBenchRow[] {
  const log = makeLog(participants);
  const board = createScoreboard(contest, log);
  const row = (what: string, runs: number, run: (turn: number) => void) => ({
    what,
    participants,
    ...measure(runs, run),
  });
  const nowMs = 270 * MINUTE_MS;
  const page = (turn: number, asked: Partial<ScoreboardQuestion> = {}) =>
    viewScoreboard(board, {
      viewerId: (turn % participants) + 1,
      viewerIsSupervisor: false,
      nowMs,
      atMs: nowMs,
      offset: (turn * PAGE) % participants,
      count: PAGE,
      ...asked,
    });
  return [
    row('one verdict', 2000, (turn) => applyEvent(board, flippedVerdict(log, turn))),
    row('one verdict, then a page of the frozen table', 1000, (turn) => {
      applyEvent(board, flippedVerdict(log, turn));
      page(turn);
    }),
    row('a page of the frozen table', 2000, (turn) => page(turn)),
    row('a page for a supervisor', 2000, (turn) => page(turn, { viewerIsSupervisor: true })),
    row('a page, rewound', 30, (turn) => page(turn, { atMs: (turn * 7 + 5) * MINUTE_MS })),
    row('the whole table', 20, (turn) => page(turn, { offset: 0, count: participants })),
    row('rebuilt from the log', 5, () => rebuild(log)),
  ];
}

const rebuild = (log: readonly ScoreboardEvent[]): Scoreboard => createScoreboard(contest, log);

/** Builds the log of a contest: each solution is sent, then judged; the same numbers every time. */
function makeLog(participants: number): ScoreboardEvent[] {
  const random = makeRandom(20_240_406);
  const log: ScoreboardEvent[] = [];
  for (let userId = 1; userId <= participants; userId += 1) {
    log.push({ type: 'joined', userId, isSupervisor: userId % 200 === 0, joinedAtMs: -userId });
  }
  const solutions = participants * SOLUTIONS_PER_PARTICIPANT;
  const acceptedId = VERDICTS.accepted.id;
  const wrongId = VERDICTS.wrongAnswer.id;
  for (let solutionId = 1; solutionId <= solutions; solutionId += 1) {
    const solution = {
      type: 'attempt' as const,
      solutionId,
      userId: 1 + Math.floor(random() * participants),
      problemId: 1 + Math.floor(random() * random() * PROBLEMS),
      sentAtMs: Math.floor((solutionId / solutions) * 270 * MINUTE_MS),
    };
    log.push({ ...solution, verdictId: null });
    log.push({ ...solution, verdictId: random() < 0.3 ? acceptedId : wrongId });
  }
  return log;
}

/** Changes the verdict of a judged solution, so that its row moves. */
function flippedVerdict(log: readonly ScoreboardEvent[], turn: number): ScoreboardEvent {
  const event = log[log.length - 1 - ((turn * 2 * 97) % (log.length / 2))];
  if (event?.type !== 'attempt') throw new Error('The log ends with its solutions');
  return { ...event, verdictId: turn % 2 === 0 ? VERDICTS.accepted.id : VERDICTS.wrongAnswer.id };
}

/** Makes a linear congruential generator: good enough to scatter, and the same on every run. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function measure(runs: number, run: (turn: number) => void) {
  const tookMs: number[] = [];
  for (let turn = 0; turn < runs; turn += 1) {
    const startedAt = performance.now();
    run(turn);
    tookMs.push(performance.now() - startedAt);
  }
  tookMs.sort((a, b) => a - b);
  const quantile = (part: number) => round(tookMs[Math.floor((runs - 1) * part)] ?? 0);
  return { runs, medianMs: quantile(0.5), p99Ms: quantile(0.99) };
}

const round = (ms: number) => Math.round(ms * 1000) / 1000;

if (import.meta.main) console.table(benchScoreboard());
