import { setTimeout } from 'node:timers/promises';
import type { ClaimReply, JudgeWelcome } from '@balloon/contracts/judge.ts';
import type { JudgingSlot } from '#judging-slot.ts';
import { errorText } from '#log.ts';
import { createBackOff } from '#service/back-off.ts';
import { RefusedError } from '#service/judge-api.ts';
import { solutionWork } from '#service/solution-work.ts';
import { trialWork } from '#service/trial-work.ts';
import { type SlotDuties, workOn } from '#service/work.ts';

/** How long the server may hold a claim until there is work; below the idle time-outs of common proxies. */
const CLAIM_WAIT_MS = 25_000;
/** An empty answer that comes sooner than this is no long poll (a server that stops): do not ask at once again. */
const SOON_MS = 1_000;
/** After so many troubles in a row the judge gives up and lets its supervisor start it anew. */
const TROUBLES_MAX = 3;

/**
 * Claims and judges, one solution or trial run after another, until the judge closes.
 *
 * @throws {RefusedError} when the server does not want this judge; {Error} when everything fails here
 */
export async function runClaimLoop(slot: JudgingSlot, duties: SlotDuties): Promise<void> {
  const { closing, log } = duties;
  const backOff = createBackOff(1_000, 10_000);
  let troubles = 0;
  while (!closing.aborted) {
    try {
      await claimAndJudge(slot, duties);
      troubles = 0;
      backOff.reset();
    } catch (error) {
      if (closing.aborted) return;
      if (error instanceof RefusedError) throw error;
      troubles += 1;
      log.error(`Slot ${slot.number}: ${errorText(error)}`);
      if (troubles >= TROUBLES_MAX) throw error;
      await pauseUnlessClosing(backOff.pause(closing), closing);
    }
  }
}

async function claimAndJudge(slot: JudgingSlot, duties: SlotDuties): Promise<void> {
  const { session, closing } = duties;
  const askedAtMs = performance.now();
  const { claimed, welcome } = await session.ask(async (welcome) => {
    const { judgeId } = welcome;
    const request = { judgeId, waitMs: CLAIM_WAIT_MS, takesTrials: true };
    return { welcome, claimed: await session.api.claim(request, closing) };
  }, closing);
  if (claimed.task || claimed.trial) {
    using _atWork = duties.gate.enter();
    await workOnClaimed(claimed, welcome, slot, duties);
  } else if (performance.now() - askedAtMs < SOON_MS) {
    await pauseUnlessClosing(setTimeout(SOON_MS / 4, undefined, { signal: closing }), closing);
  }
}

async function workOnClaimed(
  { task, trial }: ClaimReply,
  welcome: JudgeWelcome,
  slot: JudgingSlot,
  duties: SlotDuties,
): Promise<void> {
  const { api } = duties.session;
  if (task) await workOn(solutionWork(task, api), welcome, slot, duties);
  if (trial) await workOn(trialWork(trial, api.trials), welcome, slot, duties);
}

async function pauseUnlessClosing(pause: Promise<unknown>, closing: AbortSignal): Promise<void> {
  try {
    await pause;
  } catch (error) {
    if (!closing.aborted) throw error;
  }
}
