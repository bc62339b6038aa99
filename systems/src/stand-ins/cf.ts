import { answerApi, type Run } from '#stand-ins/cf/api.ts';
import { CHALLENGE_PAGE, enterForm, type Frame, LANGUAGES, pageOf, submitForm } from '#stand-ins/cf/pages.ts';
import { PROBLEMS, type StandInProblem } from '#stand-ins/cf/problems.ts';
import { SGU_PROBLEMS } from '#stand-ins/cf/sgu-problems.ts';
import {
  createClock,
  json,
  type Received,
  type Reply,
  redirect,
  type StandIn,
  startStandIn,
} from '#stand-ins/stand-in.ts';

/*
 * Codeforces with its archive, a gym and acm.sgu.ru: the API, pages of problems, the form with its checks, and the
 * questions that pages ask about runs. Account `balloon` has the password `secret` and the API key `key` / `hush`.
 */

/** What tests turn. */
export interface Knobs {
  /** Cloudflare checks browsers on every page; the API goes on. */
  isChallenged: boolean;
  /** The form waits for a captcha. */
  hasCaptcha: boolean;
  /** Time in ms after which a run shows in the API. */
  lagMs: number;
  /** Shortest time in ms between calls of the API. */
  callEveryMs: number;
  /** Solutions of an account in five minutes. */
  maxInFiveMin: number;
  /** Text of a warning about the next sources; empty: none. */
  warning: string;
  /** Languages that the form offers no more. */
  withoutLanguages: readonly string[];
  /** Gyms that only signed calls see. */
  privateGyms: Set<number>;
}

export interface CfStandIn extends StandIn {
  knobs: Knobs;
  runs: readonly Run[];
  /** Takes a solution of an account beside the form, as its owner would send it by hand. */
  take(run: Omit<Run, 'id' | 'atMs'>): Run;
  /** Ends all sessions. */
  signEveryoneOut(): void;
}

interface Visitor {
  frame: Frame;
  headers: Record<string, string>;
}

const PASSWORDS = new Map([
  ['balloon', 'secret'],
  ['other', 'secret'],
]);
const KEYS = new Map([['key', 'hush']]);
const ALL_PROBLEMS: readonly StandInProblem[] = [...PROBLEMS, ...SGU_PROBLEMS];
const FIVE_MIN_MS = 5 * 60_000;
const FIRST_RUN = 210_000_001;

/** Starts the stand-in. */
export async function startCf(options: Partial<Knobs> = {}): Promise<CfStandIn> {
  const clock = createClock();
  const knobs: Knobs = {
    ...{ isChallenged: false, hasCaptcha: false, lagMs: 0, callEveryMs: 0, maxInFiveMin: 20 },
    ...{ warning: '', withoutLanguages: [], privateGyms: new Set<number>(), ...options },
  };
  const runs: Run[] = [];
  const sessions = new Map<string, Frame>();
  let lastCallMs = Number.NEGATIVE_INFINITY;
  let visitors = 0;

  const take = (run: Omit<Run, 'id' | 'atMs'>): Run => {
    const taken = { ...run, id: FIRST_RUN + runs.length, atMs: clock.nowMs() };
    runs.push(taken);
    return taken;
  };

  const visitorOf = ({ cookies }: Received): Visitor => {
    const known = sessions.get(cookies.get('JSESSIONID') ?? '');
    if (known) return { frame: known, headers: {} };
    visitors += 1;
    const id = `S${visitors}`;
    const frame: Frame = { csrf: visitors.toString(16).padStart(32, 'c'), handle: null };
    sessions.set(id, frame);
    return { frame, headers: { 'set-cookie': `JSESSIONID=${id}; Path=/; HttpOnly` } };
  };

  const callApi = (received: Received): Reply => {
    if (clock.nowMs() - lastCallMs < knobs.callEveryMs)
      return json({ status: 'FAILED', comment: 'Call limit exceeded' }, 400);
    lastCallMs = clock.nowMs();
    const world = { clock, runs, keys: KEYS, handles: new Set(PASSWORDS.keys()), problems: ALL_PROBLEMS };
    return answerApi({ ...world, privateGyms: knobs.privateGyms, lagMs: knobs.lagMs }, received);
  };

  const enter = ({ method, form }: Received, { frame }: Visitor): Reply => {
    if (frame.handle !== null) return redirect('/');
    if (method !== 'POST') return { body: pageOf(frame, enterForm(frame)) };
    const handle = form.text('handleOrEmail') ?? '';
    const isRight = PASSWORDS.get(handle.toLowerCase()) === form.text('password');
    if (form.text('csrf_token') !== frame.csrf) return { body: pageOf(frame, enterForm(frame)) };
    if (!isRight) return { body: pageOf(frame, enterForm(frame, 'Invalid handle/email or password')) };
    frame.handle = handle.toLowerCase();
    return redirect('/');
  };

  const offered = () => LANGUAGES.filter(([id]) => !knobs.withoutLanguages.includes(id));

  const submit = (received: Received, { frame }: Visitor, contestId: number | null): Reply => {
    const { path, method, form, query } = received;
    if (frame.handle === null) return redirect(`/enter?back=${encodeURIComponent(path)}`);
    const indexes =
      contestId === null || contestId === 99_999
        ? null
        : ALL_PROBLEMS.filter((problem) => problem.contestId === contestId).map(({ index }) => index);
    const show = (errors: Record<string, string>, warning = ''): Reply => {
      const page = { indexes, errors, warning, hasCaptcha: knobs.hasCaptcha, languages: offered() };
      return { body: pageOf(frame, submitForm(frame, page)) };
    };
    if (method !== 'POST') return show({});
    const tokens = [query.get('csrf_token'), form.text('csrf_token')];
    if (tokens.some((token) => token !== frame.csrf) || form.text('bfaa')?.length !== 32) return show({});
    if (knobs.hasCaptcha) return show({});
    const [languageId = '', source = ''] = [form.text('programTypeId'), form.text('source')];
    const problem = problemOf(
      form.text('submittedProblemCode'),
      form.text('submittedProblemIndex'),
      contestId,
    );
    if (!problem) return show({ submittedProblemCode: 'Choose valid problem' });
    if (!offered().some(([id]) => id === languageId)) return show({ programTypeId: 'Choose valid language' });
    if (source.trim() === '') return show({ source: 'Source should not be empty' });
    const own = runs.filter((run) => run.handle === frame.handle);
    if (own.some((run) => run.index === problem.index && run.source === source))
      return show({ source: 'You have submitted exactly the same code before' });
    if (own.filter(({ atMs }) => clock.nowMs() - atMs < FIVE_MIN_MS).length >= knobs.maxInFiveMin)
      return show({ source: 'You can submit no more than 20 times per 5 minutes' });
    if (knobs.warning !== '') return show({}, knobs.warning);
    take({ handle: frame.handle, contestId: problem.contestId, index: problem.index, languageId, source });
    return redirect(listAfter(path));
  };

  const aboutRun = ({ path, form }: Received, { frame }: Visitor): Reply => {
    const run = runs.find(
      ({ id, handle }) => id === Number(form.text('submissionId')) && handle === frame.handle,
    );
    if (form.text('csrf_token') !== frame.csrf || !run) return { status: 403, body: '"Illegal"' };
    if (path === '/data/judgeProtocol')
      return json("Can't compile file:\r\nprogram.cpp:1:1:\u0000 error: expected unqualified-id\r\n");
    return json({ compilationError: 'false', waiting: 'false', testCount: '3', source: run.source });
  };

  const page = (received: Received, visitor: Visitor): Reply => {
    const { path, query } = received;
    const { frame } = visitor;
    const [, contest] = /^\/gym\/(\d+)\/submit$/.exec(path) ?? [];
    if (path === '/enter') return enter(received, visitor);
    if (path === '/problemset/submit') return submit(received, visitor, null);
    if (path === '/problemsets/acmsguru/submit') return submit(received, visitor, 99_999);
    if (contest !== undefined) return submit(received, visitor, Number(contest));
    if (path.startsWith('/data/')) return aboutRun(received, visitor);
    return problemPage(path, query.get('locale'), frame) ?? otherPage(path, frame);
  };

  const standIn = await startStandIn(
    (received) => {
      if (received.path.startsWith('/api/')) return callApi(received);
      if (knobs.isChallenged)
        return { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: CHALLENGE_PAGE };
      const visitor = visitorOf(received);
      const reply = page(received, visitor);
      return { ...reply, headers: { ...visitor.headers, ...reply.headers } };
    },
    { clock, accountOf: ({ cookies }) => sessions.get(cookies.get('JSESSIONID') ?? '')?.handle ?? null },
  );
  return { ...standIn, knobs, runs, take, signEveryoneOut: () => sessions.clear() };
}

function problemOf(code: string | undefined, index: string | undefined, contestId: number | null) {
  return ALL_PROBLEMS.find((problem) => {
    if (contestId === 99_999) return problem.contestId === contestId && problem.index === code;
    if (contestId !== null) return problem.contestId === contestId && problem.index === index;
    return `${problem.contestId}${problem.index}` === code;
  });
}

/** List to which the site leads after a solution. */
function listAfter(path: string): string {
  if (path.startsWith('/gym/')) return path.replace('/submit', '/my');
  return `${path.replace('/submit', '/status')}?my=on`;
}

const PROBLEM_PATH =
  /^\/(?:problemset\/problem|problemsets\/acmsguru\/problem|gym)\/(\d+)\/(?:problem\/)?([A-Z]\d*|\d+)$/;

function problemPage(path: string, locale: string | null, frame: Frame): Reply | null {
  const [, contestId, index] = PROBLEM_PATH.exec(path) ?? [];
  if (contestId === undefined) return null;
  const problem = ALL_PROBLEMS.find((each) => each.contestId === Number(contestId) && each.index === index);
  if (!problem || problem.isHidden) return redirect('/');
  if (problem.pdf) return { headers: { 'content-type': 'application/pdf' }, body: problem.pdf };
  const { en, ru } = problem.statements;
  const html = (locale === 'ru' ? (ru ?? en) : (en ?? ru)) ?? '';
  const sidebar = `<table class="rtable"><tr><th class="left"><a href="/contest/${contestId}">Round ${contestId}</a></th></tr></table>
<span class="tag-box" title="Greedy">greedy</span><span class="tag-box">*800</span>`;
  return {
    body: pageOf(frame, `<div class="problemindexholder" problemindex="${index}">${html}</div>`, sidebar),
  };
}

function otherPage(path: string, frame: Frame): Reply {
  const [, contestId] = /^\/gym\/(\d+)$/.exec(path) ?? [];
  if (contestId === undefined) return { body: pageOf(frame, '<div class="topic">News</div>') };
  const rows = ALL_PROBLEMS.filter((problem) => problem.contestId === Number(contestId)).map(
    ({ index, name }) => `<tr><td class="id"><a href="/gym/${contestId}/problem/${index}">${index}</a></td>
<td><div><div><a>${name}</a></div><div class="notice"><div>scroll.in/standard output</div> 2.5 s, 128 MB</div></div></td></tr>`,
  );
  return { body: pageOf(frame, `<table class="problems"><tr><th>#</th></tr>${rows.join('')}</table>`) };
}
