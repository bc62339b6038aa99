import { randomBytes } from 'node:crypto';
import { type EjudgeCall, refuse, result } from '#stand-ins/ejudge-answers.ts';
import { ACCOUNTS, type EjudgeAccount, type EjudgeContest, invented } from '#stand-ins/ejudge-contests.ts';
import { juryActions } from '#stand-ins/ejudge-jury.ts';
import { participantActions } from '#stand-ins/ejudge-participant.ts';
import { EjudgeRuns } from '#stand-ins/ejudge-runs.ts';
import {
  createClock,
  type Received,
  type Reply,
  type StandIn,
  startStandIn,
  type VirtualClock,
} from '#stand-ins/stand-in.ts';

/*
 * A server that answers as ejudge 3.14 does: REST addresses and programs, API keys and sessions, errors with status
 * 200, statuses of runs. Its answers have the shape of those that a real server gave.
 */

export interface EjudgeStandIn extends StandIn {
  runs: EjudgeRuns;
  contests: EjudgeContest[];
  /** Ends all sessions. */
  endSessions(): void;
}

/** What an address asks for. */
interface Asked {
  role: string;
  action: string;
  isJson: boolean;
}

const JURY = new Set(['judge', 'master']);
const LOGIN_PAGE: Reply = {
  body: '<html><body><h1>Log in</h1><form><input name="login"></form></body></html>',
};

/** Starts the stand-in. */
export async function startEjudge({
  clock = createClock(),
}: {
  clock?: VirtualClock;
} = {}): Promise<EjudgeStandIn> {
  const runs = new EjudgeRuns();
  const contests = invented();
  const sessions = new Map<string, { account: EjudgeAccount; contestId: number }>();

  function answer(received: Received): Reply {
    const { query, form } = received;
    const param = (name: string) => query.get(name) ?? form.text(name);
    const asked = readAddress(received.path, param);
    if (!asked) return { status: 404, body: '<h1>Not Found</h1>' };
    if (asked.action === 'login-json') return signIn(param);
    const known = identify(received, asked, param);
    if ('reply' in known) return known.reply;
    const { account, contestId } = known;
    if (JURY.has(asked.role) && account.role < (asked.role === 'judge' ? 5 : 6))
      return refuse('PERMISSION_DENIED');
    const contest = contests.find(({ id }) => id === contestId);
    if (!contest) return refuse('INV_CONTEST_ID');
    if (!account.contests.includes(contestId)) return refuse('PERMISSION_DENIED');
    const action = (JURY.has(asked.role) ? juryActions : participantActions)[asked.action];
    if (!action) return refuse('INV_ACTION');
    const file = (name: string) => form.file(name)?.content ?? textOf(form.text(name));
    return action({ param, file, account, contest, runs, accounts: ACCOUNTS, clock });
  }

  function signIn(param: EjudgeCall['param']): Reply {
    const contestId = Number(param('contest_id') ?? 0);
    if (!contests.some(({ id }) => id === contestId)) return refuse('INV_CONTEST_ID');
    const account = ACCOUNTS.find(
      ({ login, password }) => login === param('login') && password === param('password'),
    );
    if (!account?.contests.includes(contestId)) return refuse('PERMISSION_DENIED');
    const [SID, EJSID] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')];
    sessions.set(`${SID}-${EJSID}`, { account, contestId });
    const { id, login, name } = account;
    return result({
      ...{ user_id: id, user_login: login, user_name: name, session: `${SID}-${EJSID}`, SID, EJSID },
      ...{ contest_id: contestId, expire: 1_795_305_972 },
    });
  }

  function identify({ headers, cookies }: Received, { isJson }: Asked, param: EjudgeCall['param']) {
    const { authorization } = headers;
    if (authorization !== undefined)
      return identifyKey(authorization, param('contest_id') ?? headers['x-contest-id']);
    const SID = param('SID');
    if (SID === undefined) return { reply: LOGIN_PAGE };
    const EJSID = (isJson ? param('EJSID') : undefined) ?? cookies.get('EJSID');
    const session = sessions.get(`${SID}-${EJSID}`);
    if (session) return session;
    return { reply: isJson ? refuse('INV_SESSION') : { body: '<h1>Invalid session</h1>' } };
  }

  const standIn = await startStandIn(answer, {
    clock,
    accountOf: ({ headers, query, form }) => {
      const SID = query.get('SID') ?? form.text('SID');
      const session = [...sessions].find(([pair]) => pair.startsWith(`${SID}-`))?.[1];
      return session?.account.login ?? keyOwner(headers.authorization ?? '')?.login ?? null;
    },
  });
  return Object.assign(standIn, { runs, contests, endSessions: () => sessions.clear() });
}

const textOf = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text, 'utf8'));

const keyOwner = (authorization: string) =>
  ACCOUNTS.find(({ token }) => token !== null && authorization === `Bearer AQAA${token}`);

function identifyKey(authorization: string, contest: string | string[] | undefined) {
  const account = keyOwner(authorization);
  const contestId = Number(contest ?? 0);
  return account && contestId > 0 ? { account, contestId } : { reply: refuse('PERMISSION_DENIED') };
}

function readAddress(path: string, param: EjudgeCall['param']): Asked | null {
  const [, api, role = '', action = ''] = /^\/ej\/(api\/v1\/)?([a-z]+)\/([a-z-]+)(?:\/|$)/.exec(path) ?? [];
  if (role !== '') return { role, action, isJson: api !== undefined || param('json') !== undefined };
  const program = /^\/cgi-bin\/new-([a-z]+)$/.exec(path)?.[1];
  if (program === undefined) return null;
  return { role: program, action: param('action') ?? '', isJson: param('json') !== undefined };
}
