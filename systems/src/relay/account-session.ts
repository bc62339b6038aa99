import { createHash } from 'node:crypto';
import type { OutsideAccount, OutsideServer } from '@balloon/contracts/outside/relay.ts';
import { errorText } from '@balloon/worker/log.ts';
import { type OutsideHttp, openOutsideHttp } from '#http/outside-http.ts';
import type { Pacer } from '#http/pacer.ts';
import type { Session } from '#outside-system.ts';
import type { Duties } from '#relay/duties.ts';
import { createRedactor } from '#relay/redact.ts';
import { RefusedError } from '#relay/relay-api.ts';
import { essenceOf, isReadable, secretsOf } from '#relay/session-essence.ts';

/** Account of a server, or nobody, who reads what needs no account. */
export interface Visitor {
  server: Pick<OutsideServer, 'url' | 'settings'>;
  account: OutsideAccount | null;
}

/** Session of an account, or of nobody, which other relays may renew. */
export interface AccountSession {
  /** The present one; another one after `adopt`. */
  readonly now: Session;
  /** Keeps what a look at the account has told. */
  isOf(authorId: string | null): void;
  /** Hands the session to the web if it has changed. */
  save(): Promise<void>;
  /** Takes over the session that came with a claim, where another relay has renewed it. */
  adopt(claimed: OutsideAccount): void;
  /** Removes the account's secrets from a text. */
  redact(text: string): string;
}

/** Longest session of the contract, in characters. */
const MAX_SESSION = 200_000;
/** Sessions that are remembered: a claim may come with one that was kept a few changes ago. */
const KNOWN = 50;

const hashOf = (session: string): string => createHash('sha256').update(session).digest('base64');

/** Opens the session that the web has kept. @param charset that of the system's pages */
export function openAccountSession(
  { server, account }: Visitor,
  charset: string | undefined,
  pacer: Pacer,
  { contact, log, closed, nowMs }: Duties,
): AccountSession {
  /** Hashes of the last sessions that were seen here: only another one is news of another relay. */
  let known: string[] = [];
  let authorId = account?.authorId ?? null;
  let session = open(account?.session ?? null);
  let saved = essence();

  function remember(cookies: string | null): void {
    if (cookies !== null) known = [...known, hashOf(cookies)].slice(-KNOWN);
  }

  function open(cookies: string | null): Session {
    remember(cookies);
    const http: OutsideHttp = openOutsideHttp({
      ...{ baseUrl: server.url, pacer },
      cookies: cookies !== null && isReadable(cookies) ? cookies : null,
      ...(charset === undefined ? {} : { charset }),
    });
    return {
      ...{ http, credentials: account?.credentials ?? null, settings: server.settings, nowMs },
      refusedSignIns: new Map(),
      get authorId() {
        return authorId;
      },
    };
  }

  function essence(): string {
    return essenceOf(session.http.exportCookies()) + authorId;
  }

  async function save(): Promise<void> {
    if (account === null) return;
    const exported = session.http.exportCookies();
    const changed = essence();
    if (changed === saved || exported.length > MAX_SESSION) return;
    remember(exported);
    try {
      await contact.ask(
        (api, { relayId }) =>
          api.saveSession({ relayId, accountId: account.id, session: exported, authorId }, closed),
        closed,
      );
      saved = changed;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      log.error(`The session of account ${account.id} was not kept: ${errorText(error)}`);
    }
  }

  return {
    get now() {
      return session;
    },
    isOf(told) {
      authorId = told;
    },
    save,
    adopt(claimed) {
      if (claimed.session === null || known.includes(hashOf(claimed.session))) return;
      session = open(claimed.session);
      saved = essence();
    },
    redact(text) {
      const credentials = Object.values(account?.credentials ?? {});
      return createRedactor([...credentials, ...secretsOf(session.http.exportCookies())])(text);
    },
  };
}
