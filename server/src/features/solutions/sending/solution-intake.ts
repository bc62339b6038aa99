import type { Connection } from '@balloon/database/connect.ts';
import { overloaded } from '#database-away.ts';
import { type LiveSending, liveSending } from '#features/queue/live-sending.ts';
import { GroupCommit } from '#features/solutions/group-commit.ts';
import {
  type Acceptance,
  acceptSolutions,
  type SentSolution,
} from '#features/solutions/sending/accept-solutions.ts';
import { type SendingContext, SendingContexts } from '#features/solutions/sending/sending-context.ts';
import type { Announcements } from '#realtime/announcements.ts';

/** Longest wait that is worth it, in ms: who would wait longer is told to send again, and the page does. */
const SOON_MS = 5_000;

/** A solution as it was sent; what it names is still to be found. */
export type Sending = Omit<SentSolution, 'problemId' | 'systemType' | 'languageKey'>;

/**
 * What becomes of a solution; null when what it names was not found, or takes no such solution. Nobody may hear of it before
 * it is committed.
 */
export type Answer = { acceptance: Acceptance; context: SendingContext; committed: Promise<void> } | null;

/**
 * Takes the solutions that arrive at this web process. Those of a contest that arrive while others of it are being
 * stored are stored together by the next statement, so the lock of the contest is held for one round trip at a time, and
 * a burst costs a few commits.
 */
export class SolutionIntake {
  readonly #connection: Connection;
  readonly #contexts: SendingContexts;
  readonly #commits: GroupCommit<Sending, Answer>;
  readonly #live: LiveSending;

  constructor(connection: Connection, announcements: Announcements) {
    this.#connection = connection;
    this.#contexts = new SendingContexts(connection, announcements);
    this.#live = liveSending({ announcements });
    this.#commits = new GroupCommit((contestId, sendings, answer) =>
      this.#acceptTogether(contestId, sendings, answer),
    );
  }

  /**
   * Returns once the solution is being committed, or refused.
   *
   * @throws {ServiceUnavailableError} OVERLOADED when it would wait for long; then nothing was begun
   */
  async send(contestId: number, sending: Sending): Promise<Answer> {
    if (this.#commits.expectedWaitMs(contestId) > SOON_MS) throw overloaded();
    return this.#live.first(() => this.#commits.add(contestId, sending));
  }

  close(): void {
    this.#contexts.close();
  }

  async #acceptTogether(
    contestId: number,
    sendings: readonly Sending[],
    answer: (answers: readonly Answer[]) => void,
  ): Promise<Answer[]> {
    const contexts = await Promise.all(
      sendings.map(({ position, languageId }) => this.#contexts.find({ contestId, position, languageId })),
    );
    const complete = sendings.flatMap((sending, index) => {
      const context = contexts[index];
      return context ? [{ index, context, solution: complement(sending, context) }] : [];
    });
    const answers: Answer[] = sendings.map(() => null);
    if (complete.length === 0) return answers;
    const solutions = complete.map(({ solution }) => solution);
    const { rows, committed } = await acceptSolutions(this.#connection, contestId, solutions);
    for (const [place, { index, context }] of complete.entries()) {
      const acceptance = rows[place];
      if (acceptance) answers[index] = { acceptance, context, committed };
    }
    answer(answers);
    await committed.catch(() => {}); // every answer waits for it, too
    return answers;
  }
}

const complement = (sending: Sending, context: SendingContext): SentSolution => ({
  ...sending,
  problemId: context.problemId,
  systemType: context.systemType,
  languageKey: context.foreignLanguageId,
});
