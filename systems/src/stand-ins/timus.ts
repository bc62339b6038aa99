import { createRunBook, type RunBook } from '#stand-ins/run-book.ts';
import {
  createClock,
  type Received,
  type Reply,
  redirect,
  type StandIn,
  startStandIn,
} from '#stand-ins/stand-in.ts';
import {
  framed,
  listPage,
  problemPage,
  statusPage,
  submitPage,
  type TimusProblem,
} from '#stand-ins/timus-pages.ts';
import { TIMUS_PROBLEMS } from '#stand-ins/timus-problems.ts';

/** Stand-in of Timus: pages, header of the run, red refusals and the interval of the real site. */
export interface TimusStandIn extends StandIn {
  book: RunBook;
  /** May be changed by a test: the pages follow. */
  problems: TimusProblem[];
  languages: (readonly [id: string, name: string])[];
}

export interface TimusAccount {
  judgeId: string;
  password: string;
  name: string;
}

export const TIMUS_ACCOUNT: TimusAccount = { judgeId: '123456AB', password: 'moon', name: 'balloon' };

const LANGUAGES = [
  ['31', 'FreePascal 2.6'],
  ['77', 'GCC 13.2 x64'],
  ['78', 'G++ 13.2 x64'],
  ['32', 'Java 1.8'],
  ['81', 'Python 3.12 x64'],
] as const;

/** Shortest time in ms between two solutions of an author. */
const INTERVAL_MS = 10_000;
const MAX_SOURCE_BYTES = 65_536;

const authorIdOf = (judgeId: string) => /^\d+/.exec(judgeId)?.[0] ?? '';
const isRussian = ({ query, cookies }: Received) => (query.get('locale') ?? cookies.get('Locale')) === 'ru';

/** Starts Timus on this machine. */
export async function startTimus({
  accounts = [TIMUS_ACCOUNT],
  clock = createClock(),
} = {}): Promise<TimusStandIn> {
  const book = createRunBook(clock, 10_987_650);
  const problems = [...TIMUS_PROBLEMS];
  const languages: TimusStandIn['languages'] = [...LANGUAGES];
  const accountOf = (judgeId = '') => accounts.find((account) => account.judgeId === judgeId);
  const viewerOf = ({ cookies }: Received) => cookies.get('AuthorID')?.replace('sealed-', '') ?? null;
  const signedIn = (judgeId: string) => ({
    'set-cookie': [
      'ASP.NET_SessionId=abc; path=/; HttpOnly',
      `AuthorID=sealed-${authorIdOf(judgeId)}; path=/`,
    ],
  });

  /** @returns why a solution is refused; null: it is taken */
  function refusalOf({ form }: Received): string | null {
    const judgeId = form.text('JudgeID') ?? '';
    const source = form.text('Source') ?? '';
    const sentAtMs = book.runs.findLast((run) => run.authorId === authorIdOf(judgeId))?.sentAtMs;
    if (!accountOf(judgeId)) return 'Unknown or empty JUDGE_ID';
    if (!problems.some(({ num }) => num === form.text('ProblemNum'))) return 'Unknown problem number';
    if (!languages.some(([id]) => id === form.text('Language'))) return 'Unknown language';
    if (source === '') return 'Source code is empty';
    if (Buffer.byteLength(source) > MAX_SOURCE_BYTES) return 'Source code is longer than 64 KB';
    if (sentAtMs !== undefined && clock.nowMs() - sentAtMs < INTERVAL_MS) {
      return 'The break between submissions must be at least 10 seconds';
    }
    return null;
  }

  function submit(received: Received): Reply {
    const { form } = received;
    const refusal = refusalOf(received);
    if (refusal !== null) return { body: submitPage(languages, refusal) };
    const judgeId = form.text('JudgeID') ?? '';
    const run = book.add({
      authorId: authorIdOf(judgeId),
      problem: form.text('ProblemNum') ?? '',
      language: languages.find(([id]) => id === form.text('Language'))?.[1] ?? '',
      source: form.text('Source') ?? '',
    });
    return redirect('status.aspx?space=1', { 'x-submitid': `${run.id}`, ...signedIn(judgeId) });
  }

  function status(received: Received): Reply {
    const { query } = received;
    const viewer = viewerOf(received);
    const author = query.get('author') === 'me' ? viewer : query.get('author');
    const from = Number(query.get('from') || Number.MAX_SAFE_INTEGER);
    const rows = book.runs
      .toReversed()
      .filter((run) => run.id <= from && (author === null || run.authorId === author))
      .filter((run) => !query.get('num') || run.problem === query.get('num'))
      .slice(0, Math.min(Number(query.get('count') || 10), 1000));
    return { body: statusPage(book, rows, viewer) };
  }

  function compilation(received: Received): Reply {
    const run = book.runs.find(({ id }) => `${id}` === received.query.get('id'));
    if (run?.authorId !== viewerOf(received) || !/judge: CE/.test(run?.source ?? '')) {
      return { body: framed('Compilation error', loginForm()) };
    }
    return plain(
      `source.cpp:1: error: no \u0007moon\r\n${'x'.repeat(Number(/log: (\d+)/.exec(run?.source ?? '')?.[1] ?? 0))}`,
    );
  }

  function answer(received: Received): Reply {
    const { method, path, query, form } = received;
    const account = accountOf(form.text('JudgeID'));
    switch (path) {
      case '/problemset.aspx':
        return {
          body: query.get('page') === 'all' ? listPage(problems, isRussian(received)) : framed('Volumes', ''),
        };
      case '/problem.aspx': {
        const problem = problems.find(({ num }) => num === query.get('num'));
        return {
          body: problem ? problemPage(problem, isRussian(received)) : framed('Problem', 'Problem not found'),
        };
      }
      case '/submit.aspx':
        return method === 'POST' ? submit(received) : { body: submitPage(languages, null) };
      case '/status.aspx':
        return status(received);
      case '/ce.aspx':
        return compilation(received);
      case '/auth.aspx':
        if (!account) return { body: framed('Login', loginForm('Unknown or empty JUDGE_ID')) };
        return redirect(form.text('Source') ?? '/', signedIn(account.judgeId));
      case '/authedit.aspx':
        if (account?.password !== form.text('Password'))
          return { body: framed('Edit', loginForm('Wrong password')) };
        return redirect(
          `/author.aspx?id=${authorIdOf(account?.judgeId ?? '')}`,
          signedIn(account?.judgeId ?? ''),
        );
      case '/author.aspx': {
        const shown = accounts.find(({ judgeId }) => authorIdOf(judgeId) === query.get('id'));
        return { body: framed('Author', shown ? `<H2 CLASS="author_name">${shown.name}</H2>` : '') };
      }
      default: {
        const run = book.runs.find(({ id }) => path.startsWith(`/getsubmit.aspx/${id}.`));
        const isOwner = account && authorIdOf(account.judgeId) === run?.authorId;
        if (run && isOwner && account.password === form.text('Password')) return plain(run.source);
        return run ? { body: framed('Source', loginForm()) } : { status: 404, body: framed('Not found', '') };
      }
    }
  }

  const standIn = await startStandIn(answer, {
    clock,
    accountOf: ({ form }) => form.text('JudgeID') ?? null,
  });
  return { ...standIn, book, problems, languages };
}

const plain = (body: string): Reply => ({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body });

const loginForm = (refusal = '') =>
  `<FORM METHOD="POST"><TABLE><TR><TD STYLE="color:Red;">${refusal}</TD></TR><TR><TD>JUDGE_ID: <INPUT NAME="JudgeID"></TD></TR></TABLE></FORM>`;
