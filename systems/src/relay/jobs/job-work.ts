import type { JobStep, RelayJob, WantedProblem } from '@balloon/contracts/outside/relay-jobs.ts';
import { errorText } from '@balloon/worker/log.ts';
import { orAbort } from '@balloon/worker/waiting.ts';
import { OutsideError } from '#failures.ts';
import type { OutsideSystem, Session } from '#outside-system.ts';
import type { AccountDesk } from '#relay/account-desk.ts';
import type { Desks } from '#relay/desks.ts';
import type { Duties } from '#relay/duties.ts';
import type { HeldJob } from '#relay/jobs/held-job.ts';
import type { HeldJobLease } from '#relay/jobs/job-api.ts';
import { AwayError, RefusedError, type RelayApi } from '#relay/relay-api.ts';
import { fit } from '#relay/tell-failure.ts';

/** A job in hand, with all that its kind needs. */
export interface JobWork {
  readonly job: RelayJob;
  readonly desk: AccountDesk;
  readonly desks: Desks;
  readonly duties: Duties;
  /** Aborts when the relay closes, the lease is lost or the job was cancelled: the work then stops without a word. */
  readonly signal: AbortSignal;
  /** Does one short piece of work with the session, after all waiting sends and polls of the account. */
  turn<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Does such a piece that changes nothing in the system; a session that has ended is renewed by one sign-in. */
  read<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Asks the web until it answers. */
  ask<Answer>(
    question: (api: RelayApi, lease: HeldJobLease, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer>;
  /** Tells the web, and stops the work when it says so. */
  tell(news: (api: RelayApi, lease: HeldJobLease, signal: AbortSignal) => Promise<boolean>): Promise<void>;
  /** Asks for problems to be read; none: all are. */
  nextWanted(count: number): Promise<readonly WantedProblem[]>;
  /** Shows what is at work. */
  show(what: string): void;
  /** Lets the web know a step, or what a later relay must know, before the work goes on. */
  note(news: { step?: JobStep; memo?: string }): Promise<void>;
}

/** Longest texts of the contract. */
const MAX_WHAT = 300;
const MAX_STEP = 1_000;

export function openJobWork(
  job: RelayJob,
  desk: AccountDesk,
  held: HeldJob,
  desks: Desks,
  duties: Duties,
): JobWork {
  const signal = AbortSignal.any([duties.closing, held.lost]);
  const lease = { jobId: job.jobId, fence: job.fence };

  /** Nothing begins after the end. */
  const whileHeld =
    <Result>(piece: (session: Session) => Promise<Result>) =>
    (session: Session) => {
      signal.throwIfAborted();
      return piece(session);
    };

  const work: JobWork = {
    ...{ job, desk, desks, duties, signal },
    turn: (piece) => orAbort(desk.turn(whileHeld(piece), 'job'), signal),
    read: (piece) => orAbort(desk.read(whileHeld(piece), 'job'), signal),
    async ask(question) {
      try {
        return await duties.contact.ask(
          (api, { relayId }) => question(api, { relayId, ...lease }, signal),
          signal,
        );
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RefusedError) throw error;
        // An answer of another version of the web is no page that has changed.
        throw new AwayError(`The server is not understood: ${errorText(error)}`, { cause: error });
      }
    },
    async tell(news) {
      if (await work.ask(news)) return;
      held.lose();
      signal.throwIfAborted();
    },
    async nextWanted(count) {
      const { goOn, problems } = await work.ask((api, lease, until) =>
        api.jobWanted({ ...lease, count }, until),
      );
      if (!goOn) held.lose();
      signal.throwIfAborted();
      return problems;
    },
    show: (what) => held.show(fit(what, MAX_WHAT)),
    async note({ step, ...news }) {
      const shown = step && { step: { ...step, text: fit(step.text, MAX_STEP) } };
      await work.tell((api, held, until) => api.jobProgress({ ...held, ...news, ...shown }, until));
    },
  };
  return work;
}

/** Adapter of a job's system. @throws {OutsideError} `refused` for Polygon, which has packages only */
export function systemOf({ job, duties }: Pick<JobWork, 'job' | 'duties'>): OutsideSystem {
  const { systemType } = job.server;
  const system = systemType === 'polygon' ? undefined : duties.systems[systemType];
  if (!system) throw new OutsideError('refused', `${systemType} has no list of problems`);
  return system;
}
