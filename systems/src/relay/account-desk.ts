import type { OutsideAccount } from '@balloon/contracts/outside/relay.ts';
import PQueue from 'p-queue';
import { OutsideError } from '#failures.ts';
import type { Pacer } from '#http/pacer.ts';
import type { AccountHealth, Session } from '#outside-system.ts';
import { openAccountSession, type Visitor } from '#relay/account-session.ts';
import type { Duties } from '#relay/duties.ts';

/** What a session needs of a system: adapters have it, and so has Polygon, which judges nothing. */
export interface SystemAccess {
  readonly pace: { readonly requestEveryMs: number };
  readonly charset?: string;
  checkAccount(session: Session): Promise<AccountHealth>;
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

const PRIORITY: Readonly<Record<Urgency, number>> = { solution: 1, job: 0 };

/** Opens the desk of an account, or of nobody. */
export function openAccountDesk(
  visitor: Visitor,
  system: SystemAccess,
  pacer: Pacer,
  duties: Duties,
): AccountDesk {
  const { nowMs, pauses } = duties;
  const order = new PQueue({ concurrency: 1 });
  const session = openAccountSession(visitor, system.charset, pacer, duties);
  let signIns = 0;
  let failedAtMs = Number.NEGATIVE_INFINITY;

  const turn: AccountDesk['turn'] = (work, urgency = 'solution') =>
    order.add(() => work(session.now), { priority: PRIORITY[urgency] });

  async function enter(current: Session): Promise<AccountHealth> {
    current.refusedSignIns?.clear();
    try {
      const health = await system.checkAccount(current);
      session.isOf(health.authorId);
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
      const maySignIn = visitor.account !== null && nowMs() - failedAtMs >= pauses.signInAgainMs;
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

  return {
    ...{ turn, read, saveSession: session.save, redact: session.redact },
    adopt(claimed, maySignIn) {
      if (maySignIn) {
        failedAtMs = Number.NEGATIVE_INFINITY;
        session.now.refusedSignIns?.clear();
      }
      if (claimed !== null) session.adopt(claimed);
    },
    checkAccount: (urgency) => turn(enter, urgency),
  };
}

const isSignedOut = (error: unknown) => error instanceof OutsideError && error.kind === 'signedOut';
