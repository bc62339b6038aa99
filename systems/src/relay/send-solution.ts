import { errorText } from '@balloon/worker/log.ts';
import { orAbort } from '@balloon/worker/waiting.ts';
import { OutsideError } from '#failures.ts';
import type { Prepared, Session } from '#outside-system.ts';
import { type Carried, tellNotSent } from '#relay/carried.ts';
import { recognise } from '#relay/tell-failure.ts';

/** Outcome of an attempt to send. */
export type Sending =
  | { outcome: 'taken'; runId: string | null; watermark: string | null }
  /** The system has this source of this account already. */
  | { outcome: 'duplicate' }
  /** Something was sent, now or before: it is to be looked for. */
  | { outcome: 'unknown'; watermark: string | null }
  /** Nothing was sent, and the web knows. */
  | { outcome: 'over' };

/**
 * Time in ms after the web's consent within which the request must leave. A process that was suspended longer may have
 * been overtaken by one that looked for the run and found nothing.
 */
const SEND_WITHIN_MS = 10_000;

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
      log.warn(`Solution ${held.lease.solutionId}: ${desk.redact(errorText(error))}; looking for its run`);
      return { outcome: 'unknown', watermark };
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
  if (performance.now() - allowedAtMs > SEND_WITHIN_MS)
    throw new OutsideError('rate', 'The relay was suspended before the send', { retryAfterMs: 0 });
  try {
    return await system.send(session, task.submission, prepared);
  } catch (error) {
    if (!(error instanceof OutsideError) || error.kind !== 'signedOut') throw error;
  }
  // A session that ended between the form and the send: one sign-in, and the request that was not taken once more.
  const again = await system.prepare(session, task.submission).catch((error: unknown) => {
    throw recognise(error);
  });
  return system.send(session, task.submission, again);
}
