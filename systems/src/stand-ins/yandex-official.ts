import { type Outcome, outcomeOf, type Shown, shownAt } from '#stand-ins/judge-model.ts';
import {
  createClock,
  json,
  type Received,
  type Reply,
  type StandIn,
  startStandIn,
} from '#stand-ins/stand-in.ts';
import {
  YANDEX_COMPILERS,
  type YandexProblem,
  type YandexRun,
  yandexProblems,
  yandexStatement,
} from '#stand-ins/yandex-statement.ts';

/** Run of the stand-in. */
export interface OfficialRun extends YandexRun {
  authorId: number;
}

/** Habits that tests change; all at once by assignment. */
export interface OfficialKnobs {
  /** Token that is taken; a renewal draws the next one. */
  token: string;
  refreshToken: string;
  scope: string;
  /** Whether the account is a participant, and whether its time runs. */
  isRegistered: boolean;
  contestState: 'NOT_STARTED' | 'IN_PROGRESS' | 'FINISHED';
  upsolvingAllowed: boolean;
  /** Whether the account sees the runs of everybody. */
  isManager: boolean;
  /** Oldest runs first. */
  isAscending: boolean;
  words: 'full' | 'short';
  compileLog: string;
  showsSource: boolean;
  /** Names compilers in lists of runs in place of their ids. */
  namesCompilers: boolean;
  /** Kind of statement files. */
  statement: 'TEX' | 'PDF' | 'MARKDOWN';
}

export interface YandexOfficialStandIn extends StandIn {
  runs: OfficialRun[];
  problems: YandexProblem[];
  knobs: OfficialKnobs;
  /** Adds a run of somebody, as another participant or a human with the same account would. */
  addRun(run: Partial<OfficialRun>): OfficialRun;
}

/** Number of the account's participant, and of somebody else's. */
const OWN_AUTHOR = 700;
export const FOREIGN_AUTHOR = 701;

const FULL: Record<Outcome['verdict'], string> = {
  ...{ OK: 'OK', WA: 'WrongAnswer', CE: 'CompilationError', RE: 'RuntimeError', PE: 'PresentationError' },
  ...{ OL: 'OutputLimitExceeded', TL: 'TimeLimitExceeded', ML: 'MemoryLimitExceeded' },
  ...{ IL: 'IdlenessLimitExceeded', RF: 'SecurityViolation', FAIL: 'Crash', IGNORED: 'Ignored' },
  ...{ STRANGE: 'MoonPhaseError', NEVER: '' },
};

const SHORT: Partial<typeof FULL> = {
  ...{ WA: 'WA', CE: 'ce', RE: 're', PE: 'PE', OL: 'ol', TL: 'TL', ML: 'ml', IL: 'IL', RF: 'PCF' },
};

/** Starts a stand-in of the public API: its answers under `/api/`, its sign-in under `/oauth/`. */
export async function startYandexOfficial(): Promise<YandexOfficialStandIn> {
  const clock = createClock();
  const problems = yandexProblems();
  const runs: OfficialRun[] = [];
  const knobs: OfficialKnobs = {
    ...{ token: 'token-1', refreshToken: 'refresh-1', scope: 'contest:submit contest:manage' },
    ...{ isRegistered: true, contestState: 'IN_PROGRESS', upsolvingAllowed: false, isManager: false },
    ...{ isAscending: false, words: 'full', compileLog: 'solution.cpp:1: error: no snow', showsSource: true },
    ...{ namesCompilers: false, statement: 'TEX' },
  };

  function addRun(run: Partial<OfficialRun>): OfficialRun {
    const added: OfficialRun = {
      ...{ id: 9_100_001 + runs.length * 3, contestId: '7001', alias: 'A', compiler: 'gcc_cpp20' },
      ...{ source: '', authorId: OWN_AUTHOR, sentAtMs: clock.nowMs(), outcome: outcomeOf(run.source ?? '') },
      ...run,
    };
    runs.push(added);
    return added;
  }

  const seenRuns = (contestId: string) => {
    const seen = runs.filter(
      (run) => run.contestId === contestId && (knobs.isManager || run.authorId === OWN_AUTHOR),
    );
    return knobs.isAscending ? seen : seen.toReversed();
  };

  function contest(received: Received, contestId: string, rest: string): Reply {
    const { method, query } = received;
    if (contestId !== '7001') return json({ message: 'Contest not found' }, 404);
    if (rest === 'participants') return participants(method, query.get('login'));
    if (rest === 'participation') return participation(method);
    if (!knobs.isRegistered) return json({ error: { message: 'Access denied' } }, 403);
    if (rest === 'problems') return json({ problems: problems.map((each) => problemView(each, query)) });
    const statement = /^problems\/([^/]+)\/statement$/.exec(rest)?.[1];
    if (statement !== undefined) return statementOf(statement, query);
    if (rest === 'submissions')
      return method === 'POST' ? submit(received, contestId) : listRuns(contestId, query);
    if (rest === 'submissions/multiple') {
      const ids = query.getAll('runIds').map(Number);
      return json(
        seenRuns(contestId)
          .filter(({ id }) => ids.includes(id))
          .map(report),
      );
    }
    const [, id, part] = /^submissions\/(\d+)(?:\/(\w+))?$/.exec(rest) ?? [];
    const run = seenRuns(contestId).find((each) => each.id === Number(id));
    if (!run) return json({ message: 'Not found' }, 404);
    if (part === 'source') return knobs.showsSource ? { body: run.source } : json({ message: 'Closed' }, 403);
    return json({ runId: run.id, verdict: 'No report', compileLog: knobs.compileLog });
  }

  function participants(method: string, login: string | null): Reply {
    if (!knobs.scope.includes('contest:manage')) return json({ message: 'Access denied' }, 403);
    if (method === 'GET') {
      return json([
        { id: OWN_AUTHOR, login: 'Pool-1', name: 'Pool' },
        { id: FOREIGN_AUTHOR, login: 'somebody', name: 'Somebody' },
      ]);
    }
    if (knobs.isRegistered) return json({ message: 'Already registered' }, 409);
    if (login !== 'pool-1') return json({ message: 'User not found' }, 404);
    knobs.isRegistered = true;
    return json(OWN_AUTHOR, 201);
  }

  function participation(method: string): Reply {
    if (!knobs.isRegistered) return json({ message: 'Participation is not found' }, 404);
    if (method === 'PUT') knobs.contestState = 'IN_PROGRESS';
    return json({ contestState: knobs.contestState, upsolvingAllowed: knobs.upsolvingAllowed, roles: [] });
  }

  function problemView(problem: YandexProblem, query: URLSearchParams) {
    const { alias, title, problemId, compilers, limits } = problem;
    const all = { compilerName: 'All', timeLimit: 300, memoryLimit: 64 * 1024 ** 2, outputLimit: -1 };
    const python = { ...all, compilerName: 'Python 3.12.1', timeLimit: 1500, memoryLimit: 512 * 1024 ** 2 };
    return {
      ...{ alias, id: problemId, compilers, problemType: 'ALGORITHM', testCount: 3 },
      name: title[query.get('locale') === 'en' ? 'en' : 'ru'],
      limits: limits === 'plain' ? [all] : [python, all],
      statements: ['ru', 'en'].map((locale) => ({ locale, path: `s/${locale}.tex`, type: knobs.statement })),
    };
  }

  function statementOf(alias: string, query: URLSearchParams): Reply {
    const problem = problems.find((each) => each.alias === alias);
    if (!problem || query.get('type') !== knobs.statement) return json({ message: 'No statement' }, 404);
    if (knobs.statement === 'PDF') return { headers: octets, body: '%PDF-1.4 snow' };
    if (knobs.statement === 'MARKDOWN') return { headers: octets, body: 'Сколько снежинок?\n\nЧисло < 10' };
    return { headers: octets, body: yandexStatement(problem, query.get('locale') === 'en' ? 'en' : 'ru') };
  }

  function submit({ form }: Received, contestId: string): Reply {
    const alias = form.text('problem') ?? '';
    const compiler = form.text('compiler') ?? '';
    const source = form.file('file')?.content.toString('utf8');
    const problem = problems.find((each) => each.alias === alias);
    if (!problem || source === undefined) return json({ error: 'Bad request' }, 400);
    if (!problem.compilers.includes(compiler)) return json({ message: 'Compiler is not allowed' }, 400);
    if (knobs.contestState !== 'IN_PROGRESS' && !knobs.upsolvingAllowed)
      return json({ message: 'No time' }, 403);
    if (seenRuns(contestId).some((run) => run.alias === alias && run.source === source)) {
      return json({ code: 400, message: 'Duplicate submission' }, 400);
    }
    return json({ runId: addRun({ contestId, alias, compiler, source }).id }, 201);
  }

  function listRuns(contestId: string, query: URLSearchParams): Reply {
    const [page, size] = [Number(query.get('page')), Number(query.get('pageSize'))];
    const seen = seenRuns(contestId);
    const submissions = seen.slice((page - 1) * size, page * size).map((run) => ({
      ...{ id: run.id, authorId: run.authorId, author: run.authorId === OWN_AUTHOR ? 'Pool' : 'Somebody' },
      ...{ problemId: '501/2026_03_01/AbCdEf', problemAlias: run.alias, verdict: '', score: 0, test: -1 },
      compiler: knobs.namesCompilers ? YANDEX_COMPILERS[run.compiler] : run.compiler,
      submissionTime: new Date(run.sentAtMs).toISOString(),
    }));
    return json({ count: seen.length, submissions });
  }

  function report(run: OfficialRun) {
    const shown = shownAt(run.outcome, run.sentAtMs, clock);
    const about = {
      ...{ runId: run.id, contestId: 7001, contestName: 'Зимний кубок', compiler: run.compiler },
      ...{
        problemAlias: run.alias,
        ip: '192.0.2.1',
        timeFromStart: 1000,
        participantInfo: { login: 'pool-1' },
      },
    };
    return { ...about, ...stateView(shown) };
  }

  function stateView(shown: Shown) {
    if (shown.state === 'waiting') return { status: 'WAITING', verdict: '', tests: [] };
    const passed = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ sequenceNumber: index + 1, verdict: 'ok' }));
    if (shown.state !== 'final') {
      return {
        status: 'RUNNING',
        verdict: 'No report',
        tests: passed(shown.state === 'running' ? shown.test : 0),
      };
    }
    const { outcome } = shown;
    const verdict = (knobs.words === 'short' ? SHORT[outcome.verdict] : undefined) ?? FULL[outcome.verdict];
    const tests =
      outcome.test > 0 ? [...passed(outcome.test - 1), { sequenceNumber: outcome.test, verdict }] : passed(3);
    return {
      ...{ status: outcome.verdict === 'FAIL' ? 'FAILED' : 'FINISHED', verdict, tests, finalScore: '' },
      ...{ maxTimeUsage: outcome.timeMs, maxMemoryUsage: outcome.memoryKb * 1024 },
    };
  }

  function renew({ form }: Received): Reply {
    if (form.text('refresh_token') !== knobs.refreshToken || form.text('client_id') !== 'app') {
      return json({ error: 'invalid_grant' }, 400);
    }
    knobs.refreshToken = `${knobs.refreshToken}+`;
    return json({ access_token: knobs.token, refresh_token: knobs.refreshToken, expires_in: 1000 });
  }

  function answer(received: Received): Reply {
    if (received.path === '/oauth/token') return renew(received);
    const path = received.path.replace(/^\/api\//, '');
    if (received.headers.authorization !== `OAuth ${knobs.token}`)
      return json({ error: 'Unauthorized' }, 401);
    if (path === 'service/introspect') return json({ active: true, scope: knobs.scope });
    if (path === 'compilers') {
      const compilers = Object.entries(YANDEX_COMPILERS).map(([id, name]) => ({
        id,
        name,
        deprecated: false,
      }));
      return json({ compilers });
    }
    if (path === 'problems') {
      if (!knobs.scope.includes('contest:manage')) return json({ message: 'Access denied' }, 403);
      return { headers: octets, body: Buffer.from('\u0089PNG snow', 'latin1') };
    }
    const [, contestId = '', rest = ''] = /^contests\/(\d+)\/(.*)$/.exec(path) ?? [];
    return contest(received, contestId, rest);
  }

  const standIn = await startStandIn(answer, {
    clock,
    accountOf: ({ headers }) => headers.authorization?.replace('OAuth ', '') ?? null,
  });
  return { ...standIn, url: `${standIn.url}api/`, runs, problems, knobs, addRun };
}

const octets = { 'content-type': 'application/octet-stream' };
