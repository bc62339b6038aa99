import type { RelayTask } from '@balloon/contracts/outside/relay.ts';
import type { OutsideError } from '#failures.ts';
import type { Desk } from '#relay/desk.ts';
import type { Duties } from '#relay/duties.ts';
import type { HeldLease } from '#relay/held-lease.ts';
import { failureOf } from '#relay/tell-failure.ts';

/** Solution on its way, with all that the steps of its life need. */
export interface Carried {
  task: RelayTask;
  desk: Desk;
  held: HeldLease;
  duties: Duties;
  /** Runs that solutions of this relay have. */
  runs: RunsInHand;
  /** Aborts when the relay closes or the lease is lost. */
  signal: AbortSignal;
}

/** Runs that this relay follows, by solution: they belong to no other one. */
export interface RunsInHand {
  note(task: RelayTask, runId: string): void;
  forget(task: RelayTask): void;
  /** Whether a run on the same server is another solution's. */
  isTaken(task: RelayTask, runId: string): boolean;
}

export function createRunsInHand(): RunsInHand {
  const runs = new Map<number, { serverId: number; runId: string }>();
  return {
    note({ solutionId, server }, runId) {
      runs.set(solutionId, { serverId: server.id, runId });
    },
    forget: ({ solutionId }) => void runs.delete(solutionId),
    isTaken: (task, runId) =>
      [...runs].some(
        ([solutionId, run]) =>
          solutionId !== task.solutionId && run.serverId === task.server.id && run.runId === runId,
      ),
  };
}

/** Tells the web that the system has certainly not taken the solution. */
export async function tellNotSent({ held, desk, duties }: Carried, error: OutsideError): Promise<void> {
  const { contact, closed, log } = duties;
  const failure = failureOf(error, desk.redact);
  log.warn(`Solution ${held.lease.solutionId} was not sent: ${failure.kind}, ${failure.message}`);
  await contact.ask((api, { relayId }) => api.notSent({ relayId, ...held.lease, failure }, closed), closed);
}

/** Tells the web that the system has the solution. @returns whether the run is this solution's */
export async function tellAccepted(
  { held, duties }: Carried,
  runId: string | null,
  isDuplicate = false,
): Promise<boolean> {
  const { contact, closed } = duties;
  return contact.ask(
    (api, { relayId }) => api.accepted({ relayId, ...held.lease, runId, isDuplicate }, closed),
    closed,
  );
}

/** Tells the web the outcome of a look. @param words how the send was answered @returns what follows */
export async function tellLook(
  { held, duties, signal }: Carried,
  found: 'none' | 'several',
  candidates: readonly string[] = [],
  words?: string,
): Promise<'again' | 'send' | 'stop'> {
  const look = { ...held.lease, found, candidates: [...candidates], words };
  return duties.contact.ask((api, { relayId }) => api.look({ relayId, ...look }, signal), signal);
}
