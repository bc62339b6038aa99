import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { acmp } from '#acmp/acmp.ts';
import { cf } from '#cf/cf.ts';
import { ejudge } from '#ejudge/ejudge.ts';
import type { FailureKind } from '#failures.ts';
import type { OutsideSystem, Session, Submission } from '#outside-system.ts';
import { sgu } from '#sgu/sgu.ts';
import { ACMP_ACCOUNT, startAcmp } from '#stand-ins/acmp.ts';
import { startCf } from '#stand-ins/cf.ts';
import { startEjudge } from '#stand-ins/ejudge.ts';
import type { Outcome } from '#stand-ins/judge-model.ts';
import type { Journalled, StandIn } from '#stand-ins/stand-in.ts';
import { startTimus, TIMUS_ACCOUNT } from '#stand-ins/timus.ts';
import { startYandex } from '#stand-ins/yandex.ts';
import { startYandexOfficial } from '#stand-ins/yandex-official.ts';
import { openSession } from '#testing/open-session.ts';
import { timus } from '#timus/timus.ts';
import { yandex } from '#yandex/yandex.ts';
import { yandexOfficial } from '#yandex-official/yandex-official.ts';

/** A system with an account that may send. */
export interface JudgedSystem {
  name: string;
  system: OutsideSystem;
  /** What is sent, but for its source. */
  submission: Omit<Submission, 'source'>;
  start(): Promise<Stage>;
  /** Steps of a run that fails on test 2: state and test. */
  steps: readonly string[];
  /** Verdicts that the system has other words for, or lacks (null). */
  verdicts?: Partial<Record<Outcome['verdict'], VerdictKey | null>>;
  /** Memory of a run as the system rounds it; null: it tells none. Default: 1234. */
  memoryKb?: number | null;
  /** Requests that a poll of three runs with a verdict takes. Default: 1. */
  requestsForThree?: number;
  /** What a check of browsers in place of an answer is. Default: `challenge`. */
  challenge?: FailureKind;
  /** What the end of a session is between the form and the send; null: there are no sessions. Default: `signedOut`. */
  sessionEnd?: FailureKind | 'unknown' | null;
}

/** A stand-in that is up. */
export interface Stage {
  standIn: StandIn;
  /** Opens a session of the account, as another process does. */
  open(): Session;
  /** Path of a send. */
  path: string | RegExp;
  isSend(line: Journalled): boolean;
  /** Sources that the system has taken, the oldest first. */
  sources(): string[];
  endSessions(): void;
}

const COMPILING = ['waiting 0', 'compiling 0', 'running 1', 'running 2', 'final 2'];
const RUNNING = ['waiting 0', 'running 1', 'running 2', 'final 2'];
const GNU = { foreignLanguageId: 'gcc_cpp20', languageName: 'GNU GCC 13.1 C++20' };

export const JUDGED_SYSTEMS: readonly JudgedSystem[] = [
  {
    name: 'acmp.ru',
    system: acmp,
    submission: { foreignId: '1', foreignLanguageId: 'CPP', languageName: 'MinGW GNU C++ 13.1.0' },
    steps: COMPILING,
    verdicts: { FAIL: null },
    sessionEnd: 'unknown', // a send is answered alike
    async start() {
      const standIn = await startAcmp();
      const { login, password } = ACMP_ACCOUNT;
      return {
        standIn,
        open: () => openSession(standIn, { login, password }, { charset: 'windows-1251' }),
        path: '/index.asp',
        isSend: ({ query }) => query.startsWith('main=update'),
        sources: () => standIn.book.runs.map(({ source }) => source),
        endSessions: () => standIn.forgetSessions(),
      };
    },
  },
  {
    name: 'Timus',
    system: timus,
    submission: { foreignId: '1000', foreignLanguageId: '78', languageName: 'G++ 13.2 x64' },
    steps: COMPILING,
    sessionEnd: null,
    async start() {
      const standIn = await startTimus();
      const { judgeId, password } = TIMUS_ACCOUNT;
      return {
        standIn,
        open: () => openSession(standIn, { judgeId, password }),
        path: '/submit.aspx',
        isSend: ({ method, path }) => method === 'POST' && path === '/submit.aspx',
        sources: () => standIn.book.runs.map(({ source }) => source),
        endSessions: () => undefined,
      };
    },
  },
  codeforces('Codeforces', cf, 'archive:33A'),
  codeforces('a gym of Codeforces', cf, 'gym:100001A'),
  codeforces('acm.sgu.ru', sgu, '100'),
  ofEjudge('ejudge', { login: 'pool1', password: 'first secret' }, { role: 'participant' }),
  ofEjudge('the jury of ejudge', { apiKey: `AQAA${'j'.repeat(43)}`, login: 'pool1' }, { role: 'master' }),
  {
    name: 'Yandex.Contest',
    system: yandex,
    submission: { ...GNU, foreignId: '7001:A' },
    steps: RUNNING,
    memoryKb: 1_239,
    sessionEnd: 'challenge',
    async start() {
      const standIn = await startYandex();
      return {
        standIn,
        open: () => openSession(standIn, { cookie: 'yandexuid=1; Session_id=session-1' }),
        path: '/contest/7001/submit/',
        isSend: ({ method, path }) => method === 'POST' && path === '/contest/7001/submit/',
        sources: () => standIn.runs.map(({ source }) => source),
        endSessions: () => {
          standIn.knobs.session = 'session-2';
        },
      };
    },
  },
  {
    name: 'the API of Yandex.Contest',
    system: yandexOfficial,
    submission: { ...GNU, foreignId: '7001:A' },
    steps: ['waiting 0', 'running 0', 'running 1', 'running 2', 'final 2'],
    verdicts: { IGNORED: 'ignored' },
    async start() {
      const standIn = await startYandexOfficial();
      const account = { token: 'token-1', refreshToken: 'refresh-1', clientId: 'app', clientSecret: 's' };
      const settings = { oauthUrl: new URL('/oauth/', standIn.url).href };
      return {
        standIn,
        open: () => openSession(standIn, { ...account, login: 'pool-1' }, { settings }),
        path: '/api/contests/7001/submissions',
        isSend: ({ method, path }) => method === 'POST' && path.endsWith('/submissions'),
        sources: () => standIn.runs.map(({ source }) => source),
        endSessions: () => {
          standIn.knobs.token = 'token-2';
        },
      };
    },
  },
];

function codeforces(name: string, system: OutsideSystem, foreignId: string): JudgedSystem {
  return {
    ...{ name, system, steps: RUNNING },
    submission: { foreignId, foreignLanguageId: '54', languageName: 'GNU G++17 7.3.0' },
    verdicts: { OL: null, IGNORED: 'ignored' },
    async start() {
      const standIn = await startCf();
      return {
        standIn,
        open: () => openSession(standIn, { handle: 'balloon', password: 'secret' }),
        path: /\/submit$/,
        isSend: ({ method, path }) => method === 'POST' && path.endsWith('/submit'),
        sources: () => standIn.runs.map(({ source }) => source),
        endSessions: () => standIn.signEveryoneOut(),
      };
    },
  };
}

function ofEjudge(
  name: string,
  credentials: Record<string, string>,
  { role }: { role: 'participant' | 'master' },
): JudgedSystem {
  const isJury = role === 'master';
  return {
    ...{ name, system: ejudge, memoryKb: isJury ? 1_234 : null },
    submission: { foreignId: '12:A', foreignLanguageId: '3', languageName: 'GNU C++ 13.2.0' },
    steps: ['waiting 0', 'compiling 0', 'running 0', 'final 2'],
    verdicts: { OL: null, IL: 'timeLimit' },
    requestsForThree: isJury ? 4 : 3, // times come run by run
    challenge: 'signedOut', // a server of one's own has no check of browsers
    sessionEnd: isJury ? null : 'signedOut',
    async start() {
      const standIn = await startEjudge();
      return {
        standIn,
        open: () => openSession(standIn, credentials, { settings: { contests: '12', role } }),
        path: /submit-run$/,
        isSend: ({ method, path }) => method === 'POST' && path.endsWith('submit-run'),
        sources: () => standIn.runs.all.map(({ source }) => source.toString()),
        endSessions: () => standIn.endSessions(),
      };
    },
  };
}
