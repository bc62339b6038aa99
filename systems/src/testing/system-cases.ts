import { ALL_SYSTEMS } from '#all-systems.ts';
import type { OutsideSystem, OutsideType } from '#outside-system.ts';
import { ACMP_ACCOUNT, startAcmp } from '#stand-ins/acmp.ts';
import { startCf } from '#stand-ins/cf.ts';
import { startEjudge } from '#stand-ins/ejudge.ts';
import type { StandIn } from '#stand-ins/stand-in.ts';
import { startTimus, TIMUS_ACCOUNT } from '#stand-ins/timus.ts';
import { startYandex } from '#stand-ins/yandex.ts';
import { startYandexOfficial } from '#stand-ins/yandex-official.ts';
import { type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';

/** System with its stand-in, and a web that knows it. */
export interface SystemInTest {
  standIn: StandIn;
  web: FakeWeb;
  system: OutsideSystem;
}

interface Case {
  start(): Promise<StandIn>;
  credentials: Record<string, string>;
  settings?(standIn: StandIn): Record<string, string>;
  /** What is scanned, where there is no list of everything. */
  scope: string | null;
  /** Path of the list, and a word without which it is none. */
  list: { path: string | RegExp; word: string };
  /** Pages of statements, words on them, and the one problem that has these. */
  statement: { path: string | RegExp; words: string; of: string };
  /** Listed problems that cannot be read. */
  refused?: readonly string[];
}

const CODEFORCES = {
  start: () => startCf(),
  credentials: { handle: 'balloon', password: 'secret' },
  list: { path: '/api/problemset.problems', word: '"problems"' },
};

/** How each system is reached. */
export const SYSTEM_CASES: Readonly<Record<OutsideType, Case>> = {
  timus: {
    start: () => startTimus(),
    credentials: { judgeId: TIMUS_ACCOUNT.judgeId, password: TIMUS_ACCOUNT.password },
    scope: null,
    list: { path: '/problemset.aspx', word: 'problemset' },
    statement: { path: '/problem.aspx', words: 'Both numbers', of: '1000' },
  },
  acmp: {
    start: () => startAcmp(),
    credentials: { login: ACMP_ACCOUNT.login, password: ACMP_ACCOUNT.password },
    scope: null,
    list: { path: '/index.asp', word: 'id_task' },
    statement: { path: '/index.asp', words: 'Кратеры не', of: '2' },
  },
  cf: {
    ...CODEFORCES,
    scope: null,
    statement: { path: /^\/problemset\/problem\//, words: 'Two integers', of: 'archive:33A' },
    refused: ['archive:34A'],
  },
  sgu: {
    ...CODEFORCES,
    scope: null,
    statement: { path: /acmsguru\/problem\//, words: 'Two blocks are', of: '101' },
  },
  ejudge: {
    start: () => startEjudge(),
    credentials: { login: 'pool1', password: 'first secret' },
    settings: () => ({ contests: '12, 15' }),
    scope: null,
    list: { path: /contest-status-json/, word: '"contest"' },
    statement: { path: /problem-statement-json/, words: 'Find the shortest', of: '12:B' },
    refused: ['12:D'],
  },
  yandex: {
    start: () => startYandex(),
    credentials: { cookie: 'Session_id=session-1' },
    scope: '7001',
    list: { path: '/contest/7001/problems/', word: 'problem' },
    statement: { path: /^\/contest\/7001\/problems\/./, words: 'Длинная очередь: ', of: '7001:B' },
  },
  yandexOfficial: {
    start: () => startYandexOfficial(),
    credentials: { token: 'token-1', refreshToken: 'refresh-1', clientId: 'app', clientSecret: 's' },
    settings: ({ url }) => ({ oauthUrl: new URL('/oauth/', url).href }),
    scope: '7001',
    list: { path: /\/contests\/7001\/problems$/, word: '"problems"' },
    statement: { path: /\/statement$/, words: 'Длинная очередь: ', of: '7001:B' },
  },
};

export const SYSTEM_TYPES = Object.keys(SYSTEM_CASES) as OutsideType[];

/** Starts a stand-in and a web with one account of it; the adapter asks without a pace. */
export async function startSystem(type: OutsideType, { withAccount = true } = {}): Promise<SystemInTest> {
  const { start, credentials, settings = () => ({}) } = SYSTEM_CASES[type];
  const standIn = await start();
  const web = await startFakeWeb(standIn.url, standIn.clock, {
    ...{ systemType: type, settings: settings(standIn), accounts: withAccount ? [credentials] : [] },
  });
  const system = ALL_SYSTEMS[type];
  const pace = { ...system.pace, requestEveryMs: 0, pollEveryMs: 1 };
  return { standIn, web, system: { ...system, pace } };
}
