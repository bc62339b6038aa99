import { createHash } from 'node:crypto';
import { LANGUAGES } from '#stand-ins/cf/pages.ts';
import type { StandInProblem } from '#stand-ins/cf/problems.ts';
import { type Outcome, outcomeOf, shownAt } from '#stand-ins/judge-model.ts';
import { json, type Received, type Reply, type VirtualClock } from '#stand-ins/stand-in.ts';

/** A run of the stand-in. */
export interface Run {
  id: number;
  handle: string;
  contestId: number;
  index: string;
  languageId: string;
  source: string;
  atMs: number;
}

/** What the API looks at. */
export interface ApiWorld {
  clock: VirtualClock;
  runs: readonly Run[];
  problems: readonly StandInProblem[];
  handles: ReadonlySet<string>;
  /** Secrets by key. */
  keys: ReadonlyMap<string, string>;
  /** Gyms that only signed calls see. */
  privateGyms: ReadonlySet<number>;
  /** Time in ms after which a run shows in the API. */
  lagMs: number;
}

const failed = (comment: string): Reply => json({ status: 'FAILED', comment }, 400);
const done = (result: unknown): Reply => json({ status: 'OK', result });

/** Answers a call of the API. */
export function answerApi(world: ApiWorld, { path, query }: Received): Reply {
  const method = path.slice('/api/'.length);
  const isSigned = query.has('apiKey');
  if (isSigned && !isSignedWell(world, method, query)) return failed('apiKey: Incorrect API key');
  const contestId = Number(query.get('contestId'));
  if (world.privateGyms.has(contestId) && !isSigned)
    return failed(`contestId: You are not allowed to view the contest ${contestId}`);
  if (method === 'problemset.problems') return done(problemList(world, query.get('problemsetName')));
  if (method === 'contest.list') return done(gymList(world));
  if (method === 'contest.standings') return standings(world, contestId);
  if (method === 'user.info') return userInfo(world, query.get('handles') ?? '');
  if (method === 'user.status') return runList(world, query, null);
  if (method === 'contest.status') return runList(world, query, contestId);
  return failed(`${method}: No such method`);
}

/** Checks a signature as the site describes it, apart from how the adapter makes it. */
function isSignedWell({ keys, clock }: ApiWorld, method: string, query: URLSearchParams): boolean {
  const secret = keys.get(query.get('apiKey') ?? '');
  const signature = query.get('apiSig') ?? '';
  const off = Math.abs(Number(query.get('time')) - clock.nowMs() / 1000);
  const line = [...query]
    .filter(([name]) => name !== 'apiSig')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  const salt = signature.slice(0, 6);
  const hash = createHash('sha512').update(`${salt}/${method}?${line}#${secret}`).digest('hex');
  return secret !== undefined && off <= 300 && signature === salt + hash;
}

const apiProblem = ({ contestId, index, name }: StandInProblem) => ({
  ...{ contestId, index, name, type: 'PROGRAMMING', rating: 800, tags: ['greedy', 'math'] },
});

const GYM = 100_000;
const SGU = 99_999;

/** The latest problems come first. */
function problemList({ problems }: ApiWorld, problemset: string | null) {
  const listed = problems
    .filter(({ contestId }) => (problemset === 'acmsguru' ? contestId === SGU : contestId < SGU))
    .toSorted((a, b) => b.contestId - a.contestId)
    .map((problem) => ({
      ...apiProblem(problem),
      ...(problemset === null ? {} : { problemsetName: problemset }),
    }));
  const question = { contestId: 33, index: 'Q', name: 'A question', type: 'QUESTION', tags: [] };
  return {
    problems: problemset === null ? [...listed, question] : listed,
    problemStatistics: listed.map(({ contestId, index }) => ({ contestId, index, solvedCount: 1 })),
  };
}

function gymList({ problems, privateGyms }: ApiWorld) {
  const ids = new Set(problems.map(({ contestId }) => contestId).filter((id) => id >= GYM));
  return [...ids, ...privateGyms].map((id) => ({
    ...{ id, name: `Gym ${id}`, type: 'ICPC', phase: 'FINISHED', durationSeconds: 18_000 },
  }));
}

function standings({ problems }: ApiWorld, contestId: number): Reply {
  const listed = problems.filter((problem) => problem.contestId === contestId);
  if (listed.length === 0) return failed(`contestId: Contest with id ${contestId} not found`);
  return done({ contest: { id: contestId }, problems: listed.map(apiProblem), rows: [] });
}

function userInfo({ handles }: ApiWorld, wanted: string): Reply {
  const handle = [...handles].find((each) => each.toLowerCase() === wanted.toLowerCase());
  return handle === undefined
    ? failed(`handles: User with handle ${wanted} not found`)
    : done([{ handle, rating: 1500, rank: 'specialist' }]);
}

function runList(world: ApiWorld, query: URLSearchParams, contestId: number | null): Reply {
  const handle = query.get('handle') ?? '';
  const isOwn = (run: Run) => run.handle === handle.toLowerCase();
  if (!world.handles.has(handle.toLowerCase())) return failed(`handle: User with handle ${handle} not found`);
  const from = Number(query.get('from') ?? 1) - 1;
  const runs = world.runs
    .filter((run) => isOwn(run) && (contestId === null || run.contestId === contestId))
    .filter((run) => run.atMs + world.lagMs <= world.clock.nowMs())
    .toSorted((a, b) => b.id - a.id)
    .slice(from, from + Number(query.get('count') ?? 1000));
  return done(runs.map((run) => apiRun(world, run)));
}

const WORDS: Readonly<Record<Outcome['verdict'], string>> = {
  ...{ OK: 'OK', WA: 'WRONG_ANSWER', CE: 'COMPILATION_ERROR', RE: 'RUNTIME_ERROR', PE: 'PRESENTATION_ERROR' },
  ...{ OL: 'RUNTIME_ERROR', TL: 'TIME_LIMIT_EXCEEDED', ML: 'MEMORY_LIMIT_EXCEEDED' },
  ...{ IL: 'IDLENESS_LIMIT_EXCEEDED', RF: 'SECURITY_VIOLATED', FAIL: 'FAILED', IGNORED: 'SKIPPED' },
  ...{ STRANGE: 'TURNED_INTO_A_PUMPKIN', NEVER: 'TESTING' },
};

function apiRun({ clock, problems }: ApiWorld, run: Run) {
  const { id, contestId, index, atMs, handle, languageId } = run;
  const name = problems.find((each) => each.contestId === contestId && each.index === index)?.name;
  return {
    ...{ id, contestId, creationTimeSeconds: Math.floor(atMs / 1000), relativeTimeSeconds: 2_147_483_647 },
    problem: { contestId, index, name, type: 'PROGRAMMING', tags: [] },
    author: { contestId, members: [{ handle }], participantType: 'PRACTICE', ghost: false },
    programmingLanguage: LANGUAGES.find(([known]) => known === languageId)?.[2] ?? '',
    ...progressOf(run, clock),
  };
}

function progressOf({ source, atMs }: Run, clock: VirtualClock) {
  const outcome = outcomeOf(source);
  const shown = shownAt(outcome, atMs, clock);
  const running = { testset: 'TESTS', timeConsumedMillis: 0, memoryConsumedBytes: 0 };
  if (shown.state === 'waiting') return { ...running, passedTestCount: 0 };
  if (shown.state === 'compiling') return { ...running, verdict: 'TESTING', passedTestCount: 0 };
  if (shown.state === 'running') return { ...running, verdict: 'TESTING', passedTestCount: shown.test - 1 };
  const isRun = outcome.verdict !== 'CE';
  return {
    ...{ testset: 'TESTS', verdict: WORDS[outcome.verdict] },
    passedTestCount: outcome.test > 0 ? outcome.test - 1 : isRun ? 3 : 0,
    timeConsumedMillis: isRun ? outcome.timeMs : 0,
    memoryConsumedBytes: isRun ? outcome.memoryKb * 1024 : 0,
  };
}
