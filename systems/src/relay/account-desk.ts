import type { OutsideAccount, OutsideServer } from '@balloon/contracts/outside/relay.ts';
import { errorText } from '@balloon/worker/log.ts';
import PQueue from 'p-queue';
import { OutsideError } from '#failures.ts';
import { type OutsideHttp, openOutsideHttp } from '#http/outside-http.ts';
import type { Pacer } from '#http/pacer.ts';
import type { AccountHealth, Session } from '#outside-system.ts';
import type { Duties } from '#relay/duties.ts';
import { createRedactor } from '#relay/redact.ts';
import { RefusedError } from '#relay/relay-api.ts';
import { essenceOf, isReadable, secretsOf } from '#relay/session-essence.ts';

/** What a session needs of a system: adapters have it, and so has Polygon, which judges nothing. */
export interface SystemAccess {
  readonly pace: { readonly requestEveryMs: number };
  readonly charset?: string;
  checkAccount(session: Session): Promise<AccountHealth>;
}

/** Account of a server, or nobody, who reads what needs no account. */
export interface Visitor {
  server: Pick<OutsideServer, 'url' | 'settings'>;
  account: OutsideAccount | null;
}

/** Solutions come first: work of jobs waits for a moment at which no send or poll of the account does. */
export type Urgency = 'solution' | 'job';

/** Session of one account and its order of requests. */
export interface AccountDesk {
  /** Does work when it is this account's turn: one thing at a time. */
  turn<Result>(work: (session: Session) => Promise<Result>, urgency?: Urgency): Promise<Result>;
  /** Does work that changes nothing in the system; a session that has ended is renewed by one sign-in. */
  read<Result>(work: (session: Session) => Promise<Result>, urgency?: Urgency): Promise<Result>;
  /** Hands the session to the web if it has changed. */
  saveSession(): Promise<void>;
  /** Removes the account's secrets from a text. */
  redact(text: string): string;
  /**
   * Takes over the session that came with a claim, where another relay has renewed it.
   *
   * @param maySignIn whether admins let the account in, so that a sign-in is worth another try
   */
  adopt(account: OutsideAccount | null, maySignIn: boolean): void;
  /** Signs in and tells who is signed in, whatever was tried before. */
  checkAccount(urgency?: Urgency): Promise<AccountHealth>;
}

/** Longest session of the contract, in characters. */
const MAX_SESSION = 200_000;

const PRIORITY: Readonly<Record<Urgency, number>> = { solution: 1, job: 0 };

/** Opens the desk of an account, or of nobody. */
export function openAccountDesk(
  { server, account }: Visitor,
  system: SystemAccess,
  pacer: Pacer,
  { contact, log, closed, nowMs, pauses }: Duties,
): AccountDesk {
  const order = new PQueue({ concurrency: 1 });
  /** Sessions that were seen here: only another one is news of another relay. */
  const known = new Set<string | null>([null]);
  let authorId = account?.authorId ?? null;
  let session = openSession(account?.session ?? null);
  let saved = essenceOf(session.http.exportCookies()) + authorId;
  let signIns = 0;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  function openSession(cookies: string | null): Session {
    known.add(cookies);
    const http: OutsideHttp = openOutsideHttp({
      ...{ baseUrl: server.url, pacer },
      cookies: cookies !== null && isReadable(cookies) ? cookies : null,
      ...(system.charset === undefined ? {} : { charset: system.charset }),
    });
    return {
      ...{ http, credentials: account?.credentials ?? null, settings: server.settings, nowMs },
      get authorId() {
        return authorId;
      },
    };
  }

  const turn: AccountDesk['turn'] = (work, urgency = 'solution') =>
    order.add(() => work(session), { priority: PRIORITY[urgency] });

  async function enter(current: Session): Promise<AccountHealth> {
    try {
      const health = await system.checkAccount(current);
      authorId = health.authorId;
      signIns += 1;
      failedAtMs = Number.NEGATIVE_INFINITY;
      return health;
    } catch (error) {
      failedAtMs = nowMs();
      throw error;
    }
  }

  /** @param seen sign-ins before the work that failed: another one since then is enough */
  async function signIn(seen: number, urgency: Urgency | undefined): Promise<void> {
    await turn(async (current) => {
      if (signIns === seen) await enter(current);
    }, urgency);
  }

  const read: AccountDesk['read'] = async (work, urgency) => {
    const seen = signIns;
    try {
      return await turn(work, urgency);
    } catch (error) {
      const maySignIn = account !== null && nowMs() - failedAtMs >= pauses.signInAgainMs;
      if (!isSignedOut(error) || !maySignIn) throw error;
    }
    await signIn(seen, urgency);
    try {
      return await turn(work, urgency);
    } catch (error) {
      if (isSignedOut(error)) failedAtMs = nowMs();
      throw error;
    }
  };

  async function saveSession(): Promise<void> {
    if (account === null) return;
    const exported = session.http.exportCookies();
    const essence = essenceOf(exported) + authorId;
    if (essence === saved || exported.length > MAX_SESSION) return;
    known.add(exported);
    try {
      await contact.ask(
        (api, { relayId }) =>
          api.saveSession({ relayId, accountId: account.id, session: exported, authorId }, closed),
        closed,
      );
      saved = essence;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      log.error(`The session of account ${account.id} was not kept: ${errorText(error)}`);
    }
  }

  return {
    ...{ turn, read, saveSession },
    redact(text) {
      const credentials = Object.values(account?.credentials ?? {});
      return createRedactor([...credentials, ...secretsOf(session.http.exportCookies())])(text);
    },
    adopt(claimed, maySignIn) {
      if (maySignIn) failedAtMs = Number.NEGATIVE_INFINITY;
      if (claimed === null || known.has(claimed.session)) return;
      session = openSession(claimed.session);
      saved = essenceOf(session.http.exportCookies()) + authorId;
    },
    checkAccount: (urgency) => turn(enter, urgency),
  };
}

const isSignedOut = (error: unknown) => error instanceof OutsideError && error.kind === 'signedOut';
