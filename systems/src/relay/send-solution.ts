import { RESEND_NOT_BEFORE_MS } from '@balloon/domain/outside/outside-systems.ts';
import { errorText } from '@balloon/worker/log.ts';
import { orAbort } from '@balloon/worker/waiting.ts';
import { askedOfAccount, DoubtedRefusal, OutsideError } from '#failures.ts';
import type { Prepared, Session } from '#outside-system.ts';
import { type Carried, tellNotSent } from '#relay/carried.ts';
import { fit, MAX_MESSAGE, recognise } from '#relay/tell-failure.ts';

/** Outcome of an attempt to send. */
export type Sending =
  | { outcome: 'taken'; runId: string | null; watermark: string | null }
  /** The system has this source of this account already. */
  | { outcome: 'duplicate' }
  /** Something was sent, now or before: it is to be looked for. Without a run, `refusal` is what the system meant. */
  | { outcome: 'unknown'; watermark: string | null; refusal?: OutsideError | undefined; words?: string }
  /** Nothing was sent, and the web knows. */
  | { outcome: 'over' };

/**
 * Time in ms after the web's consent within which the request must leave. A process that was suspended longer may have
 * been overtaken by one that looked for the run and found nothing.
 */
const SEND_WITHIN_MS = 10_000;
/**
 * The same for the second send, before which a sign-in and a form take turns of the host: half of the time before which
 * nobody sends anew, so that also its answer comes within it.
 */
const SEND_AGAIN_WITHIN_MS = RESEND_NOT_BEFORE_MS / 2;

/** Sends a solution once. The web knows of it before the first byte leaves. */
export async function sendSolution(carried: Carried): Promise<Sending> {
  const prepared = await prepare(carried);
  if (prepared === null) return { outcome: 'over' };
  const { desk, duties, signal } = carried;
  signal.throwIfAborted();
  // From here to the answer nothing is cut short but by the end of the process.
  return orAbort(
    desk.turn((session) => intendAndSend(carried, session, prepared)),
    duties.closed,
  );
}

async function prepare({ desk, task, signal, ...rest }: Carried): Promise<Prepared | null> {
  let prepared: Prepared;
  try {
    prepared = await orAbort(
      desk.read((session) => desk.system.prepare(session, task.submission)),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    await tellNotSent({ desk, task, signal, ...rest }, recognise(error));
    return null;
  }
  await orAbort(desk.saveSession(), signal);
  return prepared;
}

async function intendAndSend(carried: Carried, session: Session, prepared: Prepared): Promise<Sending> {
  const { held, duties, desk } = carried;
  const { contact, closed, log } = duties;
  const { watermark } = prepared;
  // Others of the account had their turn meanwhile.
  carried.signal.throwIfAborted();
  const goOn = await contact.ask(
    (api, { relayId }) => api.intent({ relayId, ...held.lease, watermark }, closed),
    closed,
  );
  // The answer to an earlier call may have been lost: only a look can tell.
  if (!goOn) return { outcome: 'unknown', watermark };
  try {
    const { runId } = await sendInTime(carried, session, prepared, performance.now());
    return { outcome: 'taken', runId, watermark };
  } catch (error) {
    if (!(error instanceof OutsideError)) {
      const words = fit(desk.redact(errorText(error)), MAX_MESSAGE);
      log.warn(`Solution ${held.lease.solutionId}: ${words}; looking for its run`);
      const asked = askedOfAccount(error);
      if (asked) desk.troubles.note(asked, held.lease);
      const refusal = error instanceof DoubtedRefusal ? error.refusal : undefined;
      return { outcome: 'unknown', watermark, refusal, words };
    }
    if (error.kind === 'duplicate') return { outcome: 'duplicate' };
    await tellNotSent(carried, error);
    return { outcome: 'over' };
  }
}

async function sendInTime(
  { desk, task }: Carried,
  session: Session,
  prepared: Prepared,
  allowedAtMs: number,
) {
  const { system } = desk;
  requireBefore(allowedAtMs + SEND_WITHIN_MS);
  try {
    return await system.send(session, task.submission, prepared);
  } catch (error) {
    if (!(error instanceof OutsideError) || error.kind !== 'signedOut') throw error;
  }
  // A session that ended between the form and the send: one sign-in, and the request that was not taken once more.
  const again = await system.prepare(session, task.submission).catch((error: unknown) => {
    throw recognise(error);
  });
  requireBefore(allowedAtMs + SEND_AGAIN_WITHIN_MS);
  // A later look knows the watermark of the intent alone, of which marks of sends are made, too.
  return system.send(session, task.submission, { ...again, watermark: prepared.watermark });
}

/** @throws {OutsideError} when it is later: nothing was sent */
function requireBefore(latestMs: number): void {
  if (performance.now() <= latestMs) return;
  throw new OutsideError('rate', 'The relay was suspended before the send', { retryAfterMs: 0 });
}
