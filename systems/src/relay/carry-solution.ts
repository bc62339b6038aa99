import type { RelayResult, RelayTask, RelayWelcome } from '@balloon/contracts/outside/relay.ts';
import { errorText } from '@balloon/worker/log.ts';
import { RefusedError } from '@balloon/worker/web-calls.ts';
import type { RunState } from '#outside-system.ts';
import { AccountShutError } from '#relay/account-troubles.ts';
import { type Carried, type RunsInHand, tellAccepted } from '#relay/carried.ts';
import type { Desks } from '#relay/desks.ts';
import type { Duties } from '#relay/duties.ts';
import { findEarlierRun, findRun } from '#relay/find-run.ts';
import { type HeldLease, holdLease, type Step } from '#relay/held-lease.ts';
import type { FinalState } from '#relay/poller.ts';
import { readCompilationError } from '#relay/read-compilation-error.ts';
import { sendSolution } from '#relay/send-solution.ts';
import { fit } from '#relay/tell-failure.ts';

/** Longest words of a system in the contract. */
const MAX_WORDS = 200;
/** Largest number that the web stores. */
const MAX_COUNT = 2_147_483_647;

/** Carries one solution from its claim to its verdict. Never rejects. */
export async function carrySolution(
  task: RelayTask,
  welcome: RelayWelcome,
  desks: Desks,
  runs: RunsInHand,
  duties: Duties,
): Promise<void> {
  const { contact, closing, closed, log } = duties;
  const { solutionId, fence, leaseMs = welcome.leaseMs } = task;
  using held = holdLease({ solutionId, fence }, leaseMs, contact, closed);
  try {
    const desk = desks.deskOf(task);
    if (!desk) return await leave(task, held, duties);
    const signal = AbortSignal.any([closing, held.lost]);
    await carry({ task, desk, held, duties, runs, signal });
  } catch (error) {
    if (held.lost.aborted)
      log.info(`Solution ${solutionId} is dropped: it was reset or given to another relay`);
    else if (closing.aborted || error instanceof AccountShutError) await giveBack(held, duties);
    // Its lease ends by itself: to return it at once would be to claim it again at once.
    else log.error(`Solution ${solutionId}: ${errorText(error)}`);
  } finally {
    runs.forget(task);
  }
}

async function carry(carried: Carried): Promise<void> {
  const { task, runs } = carried;
  const sentAtMs = task.run?.sentAtMs ?? carried.duties.nowMs();
  const runId = await reachRun(carried, sentAtMs);
  if (runId === null) return;
  runs.note(task, runId);
  await deliver(carried, await awaitVerdict(carried, runId, sentAtMs), runId);
}

/** Makes sure that the system has the solution, and only once. @returns null when the web knows what follows */
async function reachRun(carried: Carried, sentAtMs: number): Promise<string | null> {
  const { run } = carried.task;
  if (run) return run.runId ?? findRun(carried, run);
  const sending = await sendSolution(carried);
  switch (sending.outcome) {
    case 'over':
      return null;
    case 'duplicate':
      return findEarlierRun(carried);
    case 'unknown':
      return findRun(carried, { ...sending, sentAtMs });
    case 'taken': {
      const { runId, watermark } = sending;
      if ((await tellAccepted(carried, runId)) && runId !== null) return runId;
      return findRun(carried, { watermark, sentAtMs }, runId);
    }
  }
}

async function awaitVerdict(carried: Carried, runId: string, sentAtMs: number): Promise<FinalState> {
  const { desk, held, task, duties, signal } = carried;
  const lateAtMs = sentAtMs + desk.system.pace.verdictWithinMs;
  let words = '';
  let wasStrange = false;
  const see = (state: RunState | null) => {
    words = state ? fit(state.foreignVerdict, MAX_WORDS) : words;
    const isStrange = state?.state === 'unknown' || duties.nowMs() > lateAtMs;
    if (isStrange && !wasStrange)
      duties.log.warn(
        `Solution ${task.solutionId}: run ${runId} is strange ("${words}"); supervisors see it`,
      );
    wasStrange = isStrange;
    if (state || isStrange) held.report({ step: stepOf(state), foreignVerdict: words, isStrange });
  };
  const run = { runId, foreignId: task.submission.foreignId };
  return desk.poller.watch({ run, lease: held.lease, see }, signal);
}

function stepOf(state: RunState | null): Step['step'] {
  if (state?.state === 'compiling') return { state: 'compiling', testNumber: 0 };
  if (state?.state === 'running') return { state: 'testing', testNumber: countOf(state.testNumber) };
  return null;
}

/** Delivers a verdict until the web stores or refuses it, also over a restart of the web. */
async function deliver(carried: Carried, state: FinalState, runId: string): Promise<void> {
  const { held, duties } = carried;
  const { contact, closed, log } = duties;
  const compilationError =
    state.verdict === 'compilationError' ? await readCompilationError(carried, runId) : null;
  const result: Omit<RelayResult, 'relayId'> = {
    ...held.lease,
    ...{ verdict: state.verdict, foreignVerdict: fit(state.foreignVerdict, MAX_WORDS), compilationError },
    testNumber: countOf(state.testNumber),
    timeMs: state.timeMs === null ? null : countOf(state.timeMs),
    memoryKb: state.memoryKb === null ? null : countOf(state.memoryKb),
    score: state.score !== null && Number.isFinite(state.score) ? state.score : null,
  };
  const name = `Solution ${held.lease.solutionId} (run ${runId})`;
  try {
    const stored = await contact.ask(
      (api, { relayId }) => api.result({ relayId, ...result }, closed),
      closed,
    );
    log.info(`${name}: ${state.verdict}${stored ? '' : ' (not stored: the lease was lost meanwhile)'}`);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    log.error(`${name}: the server refused the result (${error.code}: ${error.message})`);
  }
}

const countOf = (value: number) =>
  Number.isFinite(value) ? Math.min(MAX_COUNT, Math.max(0, Math.round(value))) : 0;

/** Leaves a solution of a system that this relay does not know to another one. */
async function leave(task: RelayTask, held: HeldLease, { contact, closed, log }: Duties): Promise<void> {
  const { systemType } = task.server;
  const message = `This relay does not know ${systemType}: it is of another version`;
  log.error(message);
  // A run that was sent stays as it is until its lease ends.
  if (task.run) return;
  const failure = { kind: 'down', message } as const;
  await contact.ask((api, { relayId }) => api.notSent({ relayId, ...held.lease, failure }, closed), closed);
}

async function giveBack(held: HeldLease, { contact, closed, log }: Duties): Promise<void> {
  const name = `Solution ${held.lease.solutionId}`;
  try {
    await contact.askOnce((api, { relayId }) => api.release({ relayId, ...held.lease }, closed));
    log.info(`${name} was returned to the queue`);
  } catch (error) {
    log.warn(`${name} could not be returned to the queue (${errorText(error)}); its lease will expire`);
  }
}
