import type { RelayTask } from '@balloon/contracts/relay.ts';
import { OutsideError } from '#failures.ts';
import { type OutsideHttp, openOutsideHttp } from '#http/outside-http.ts';
import type { Pacer } from '#http/pacer.ts';
import type { OutsideSystem, Session } from '#outside-system.ts';
import { createTroubles, type Troubles } from '#relay/account-troubles.ts';
import type { Duties } from '#relay/duties.ts';
import { errorText } from '#relay/log.ts';
import { createPoller, type Poller } from '#relay/poller.ts';
import { createRedactor } from '#relay/redact.ts';
import { RefusedError } from '#relay/relay-api.ts';
import { essenceOf, isReadable, secretsOf } from '#relay/session-essence.ts';

/** Place of one account: its session, its order of requests and its runs. */
export interface Desk {
  readonly system: OutsideSystem;
  readonly poller: Poller;
  readonly troubles: Troubles;
  /** Does work when it is this account's turn: one thing at a time. */
  turn<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Does work that changes nothing in the system; a session that has ended is renewed by one sign-in. */
  read<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Hands the session to the web if it has changed. */
  saveSession(): Promise<void>;
  /** Removes the account's secrets from a text. */
  redact(text: string): string;
  /** Takes over the session that came with a claim, where another relay has renewed it. */
  adopt(task: RelayTask): void;
}

/** Longest session of the contract, in characters. */
const MAX_SESSION = 200_000;

/** Opens the desk of the account of a task. */
export function openDesk(task: RelayTask, system: OutsideSystem, pacer: Pacer, duties: Duties): Desk {
  const { contact, log, closed, nowMs, pauses } = duties;
  const { account, server } = task;
  /** Sessions that were seen here: only another one is news of another relay. */
  const known = new Set<string | null>([null]);
  let authorId = account.authorId;
  let session = openSession(account.session);
  let saved = essenceOf(session.http.exportCookies()) + authorId;
  let last: Promise<unknown> = Promise.resolve();
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
      ...{ http, credentials: account.credentials, settings: server.settings, nowMs },
      get authorId() {
        return authorId;
      },
    };
  }

  function turn<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const result = last.then(() => work(session));
    last = result.catch(() => undefined);
    return result;
  }

  /** @param seen sign-ins before the work that failed: another one since then is enough */
  async function signIn(seen: number): Promise<void> {
    await turn(async (current) => {
      if (signIns !== seen) return;
      try {
        ({ authorId } = await system.checkAccount(current));
        signIns += 1;
      } catch (error) {
        failedAtMs = nowMs();
        throw error;
      }
    });
  }

  async function read<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const seen = signIns;
    try {
      return await turn(work);
    } catch (error) {
      const maySignIn = nowMs() - failedAtMs >= pauses.signInAgainMs;
      if (!isSignedOut(error) || !maySignIn) throw error;
    }
    await signIn(seen);
    try {
      return await turn(work);
    } catch (error) {
      if (isSignedOut(error)) failedAtMs = nowMs();
      throw error;
    }
  }

  async function saveSession(): Promise<void> {
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

  function redact(text: string): string {
    const { credentials } = account;
    return createRedactor([...Object.values(credentials), ...secretsOf(session.http.exportCookies())])(text);
  }

  const desk: Desk = {
    ...{ system, turn, saveSession, redact },
    read,
    get poller() {
      return poller;
    },
    troubles: createTroubles(redact, duties),
    adopt(claimed) {
      // The web hands out sends of accounts that admins have enabled: a sign-in is worth a try.
      if (claimed.run === null) failedAtMs = Number.NEGATIVE_INFINITY;
      if (known.has(claimed.account.session)) return;
      session = openSession(claimed.account.session);
      saved = essenceOf(session.http.exportCookies()) + authorId;
    },
  };
  const poller = createPoller(desk);
  return desk;
}

const isSignedOut = (error: unknown) => error instanceof OutsideError && error.kind === 'signedOut';
