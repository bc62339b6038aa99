import { OutsideError } from '#failures.ts';
import type { Session } from '#outside-system.ts';
import { call, failureOf, get, isSuccess, readJson } from '#yandex-official/api.ts';
import { Participation, scopesOf, TokenInfo } from '#yandex-official/read-contest.ts';
import { Participants } from '#yandex-official/read-runs.ts';

/** Tells what the token of the account may do. @throws {OutsideError} `signedOut` when it may not send */
export async function readScopes(session: Session): Promise<readonly string[]> {
  const scopes = scopesOf(await get(session, TokenInfo, 'service/introspect'));
  if (scopes.includes('contest:submit')) return scopes;
  throw new OutsideError('signedOut', 'The token lacks the scope contest:submit');
}

/**
 * Tells an account that has no part in one contest, such as one that was closed or deleted, from one that is good for
 * nothing: the API says the same to both.
 *
 * @param denied what the contest says
 * @throws {OutsideError} the former's: `refused`, for that contest alone
 */
export async function blameContest(session: Session, denied: OutsideError): Promise<never> {
  await readScopes(session);
  throw denied;
}

/**
 * Takes part in a contest, so that solutions can be sent: registers the account where it is not and may, and starts
 * its time.
 *
 * @throws {OutsideError} `refused` when the contest does not let the account in, or its time is over
 */
export async function takePart(session: Session, contestId: string): Promise<void> {
  let state = await participation(session, contestId);
  if (!state) {
    await register(session, contestId);
    state = await participation(session, contestId);
  }
  if (state?.contestState === 'FINISHED') {
    if (state.upsolvingAllowed) return;
    throw new OutsideError('refused', `Contest ${contestId} is over for this account`);
  }
  if (!state || state.contestState === 'NOT_STARTED') await start(session, contestId);
}

/** State of the account in a contest; null: it is not registered. */
async function participation(session: Session, contestId: string): Promise<Participation | null> {
  const answer = await call(session, { path: `contests/${contestId}/participation` }, [403, 404]);
  return isSuccess(answer) ? readJson(answer, Participation) : null;
}

/** Registers by the login, which takes a token that manages contests; without one a start may still do. */
async function register(session: Session, contestId: string): Promise<void> {
  const { login = '' } = session.credentials ?? {};
  if (login === '') return;
  await call(
    session,
    { path: `contests/${contestId}/participants`, query: { login }, method: 'POST' },
    [403, 404, 409],
  );
}

async function start(session: Session, contestId: string): Promise<void> {
  const answer = await call(
    session,
    { path: `contests/${contestId}/participation`, method: 'PUT' },
    [403, 404],
  );
  if (isSuccess(answer)) return;
  const failure = failureOf(answer);
  if (failure.kind !== 'refused') throw failure;
  const { message, evidence } = failure;
  const words = `Contest ${contestId} does not let the account in: ${message}`;
  await blameContest(session, new OutsideError('refused', words, { evidence }));
}

/** Number under which the runs of the account are listed; null: only managers of a contest can know. */
export async function ownAuthorId(session: Session, contestId: string): Promise<number | null> {
  const { login = '' } = session.credentials ?? {};
  if (login === '') return null;
  const answer = await call(session, { path: `contests/${contestId}/participants` }, [403, 404]);
  if (!isSuccess(answer)) return null;
  const participants = readJson(answer, Participants);
  return participants.find((each) => each.login?.toLowerCase() === login.toLowerCase())?.id ?? null;
}
