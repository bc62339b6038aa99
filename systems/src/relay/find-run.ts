import { LOOKS_BEFORE_RESEND, RESEND_NOT_BEFORE_MS } from '@balloon/domain/outside/outside-systems.ts';
import { orAbort, pause } from '@balloon/worker/waiting.ts';
import type { OutsideError } from '#failures.ts';
import type { FoundRun } from '#outside-system.ts';
import { AccountShutError } from '#relay/account-troubles.ts';
import { type Carried, tellAccepted, tellLook, tellNotSent } from '#relay/carried.ts';
import { chooseEarlier, chooseRun } from '#relay/choose-run.ts';
import { recognise } from '#relay/tell-failure.ts';

/** Send whose run is looked for. */
export interface LostSend {
  watermark: string | null;
  /** By our clock. */
  sentAtMs: number;
  /** What the system has said, which is true where there is no run. */
  refusal?: OutsideError | undefined;
  /** How it was answered, without secrets, for supervisors. */
  words?: string | undefined;
}

const GROWTH = 1.3;
/** Longest pause between looks, in first pauses. */
const LONGEST = 10;
/** Looks for the earlier run of a duplicate: lists of systems lag. */
export const LOOKS_FOR_EARLIER = 3;

/**
 * Looks for the run of a send whose answer was lost.
 *
 * @param notOurs run that the web has just refused
 * @returns null when the web knows what follows: it is sent anew or refused, or a supervisor decides
 */
export async function findRun(
  carried: Carried,
  sent: LostSend,
  notOurs: string | null = null,
): Promise<string | null> {
  const { runs, task, signal, desk, duties, held } = carried;
  const lateAtMs = sent.sentAtMs + desk.system.pace.verdictWithinMs;
  const refused = new Set(notOurs === null ? [] : [notOurs]);
  const isTaken = (runId: string) => refused.has(runId) || runs.isTaken(task, runId);
  const breaks = createBreaks(carried);
  const goesOn = createPatience(carried, sent);
  const isToBeRenewed = desk.troubles.patience();
  for (;;) {
    const found = await look(carried, sent, isToBeRenewed);
    if (found !== null) {
      const choice = chooseRun(found, sent.sentAtMs, isTaken);
      if (choice.found === 'one') {
        if (await tellAccepted(carried, choice.runId)) return choice.runId;
        signal.throwIfAborted();
        refused.add(choice.runId);
        continue;
      }
      if (choice.found === 'several') {
        await tellLook(carried, 'several', choice.candidates, sent.words);
        return null;
      }
      if (!(await goesOn())) return null;
    }
    // What the system has taken and does not list is looked for without end, which somebody has to know.
    if (duties.nowMs() > lateAtMs) held.report({ step: null, foreignVerdict: '', isStrange: true });
    await breaks.next();
  }
}

/**
 * Finds the run that the system means when it refuses a source as a duplicate; its verdict is this solution's, too.
 *
 * @returns null when there is none to be seen: a supervisor decides
 */
export async function findEarlierRun(carried: Carried): Promise<string | null> {
  const breaks = createBreaks(carried);
  const isToBeRenewed = carried.desk.troubles.patience();
  for (let looks = 0; looks < LOOKS_FOR_EARLIER; ) {
    const sent = { watermark: null, sentAtMs: carried.duties.nowMs() };
    const found = await look(carried, sent, isToBeRenewed);
    if (found !== null) {
      const choice = chooseEarlier(found, carried.desk.system.comparesWithLatest);
      if (choice.found === 'one')
        return (await tellAccepted(carried, choice.runId, true)) ? choice.runId : null;
      if (choice.found === 'several') {
        await tellLook(carried, 'several', choice.candidates);
        return null;
      }
      looks += 1;
    }
    await breaks.next();
  }
  await tellLook(carried, 'several');
  return null;
}

/**
 * Lists candidates; null after a failure, which is no look.
 *
 * @throws {AccountShutError} when the solution is to be claimed anew
 */
async function look(
  { desk, task, held, signal }: Carried,
  sent: LostSend,
  isToBeRenewed: () => boolean,
): Promise<readonly FoundRun[] | null> {
  const { submission } = task;
  try {
    const found = await orAbort(
      desk.read((session) => desk.system.findRuns(session, { submission, ...sent })),
      signal,
    );
    desk.troubles.over();
    return found;
  } catch (error) {
    signal.throwIfAborted();
    const failure = recognise(error);
    desk.troubles.note(failure, held.lease);
    if (isToBeRenewed()) throw new AccountShutError(failure.message);
    return null;
  }
}

/**
 * Makes what follows a look that found nothing. The web decides after how many nothing was sent; a refusal is told after
 * as many, over the same time.
 *
 * @returns function that tells it, and whether another look follows
 */
function createPatience(carried: Carried, { refusal, words }: LostSend): () => Promise<boolean> {
  const { nowMs } = carried.duties;
  const sinceMs = nowMs();
  let looks = 0;
  return async () => {
    if (!refusal) return (await tellLook(carried, 'none', [], words)) === 'again';
    looks += 1;
    if (looks < LOOKS_BEFORE_RESEND || nowMs() - sinceMs < RESEND_NOT_BEFORE_MS) return true;
    await tellNotSent(carried, refusal);
    return false;
  };
}

/** Makes pauses between looks, which grow after as many as decide about a send. */
function createBreaks({ duties, signal }: Carried) {
  const { lookEveryMs } = duties.pauses;
  let nextMs = lookEveryMs;
  let number = 0;
  return {
    async next() {
      number += 1;
      if (number > LOOKS_FOR_EARLIER) nextMs = Math.min(LONGEST * lookEveryMs, nextMs * GROWTH);
      await pause(nextMs, signal);
    },
  };
}
