import { setTimeout as sleep } from 'node:timers/promises';
import { ResultsUnderWay } from '@balloon/judge/service/results-under-way.ts';
import { TestJudge } from '@balloon/server/testing/test-judge.ts';

const CLAIM_WAIT_MS = 10_000;

/** Judges that speak the protocol and run nothing: a third of the solutions is accepted. */
export class SimulatedJudges {
  /** Moments at which results were sent, by solution. */
  readonly resultSentAt = new Map<number, number>();
  readonly #stopping = new AbortController();
  readonly #needsMs: number;
  readonly #underWay = new ResultsUnderWay();
  readonly #failures: unknown[] = [];
  #loops: Promise<void>[] = [];

  /** @param needsMs time that each solution keeps a slot busy */
  constructor(needsMs = 0) {
    this.#needsMs = needsMs;
  }

  /** @param slots how many solutions they judge at once, spread among the webs */
  async start(urls: readonly string[], token: string, slots: number): Promise<void> {
    const judges = Array.from(
      { length: slots },
      (_, place) => new TestJudge(urls[place % urls.length] ?? '', `simulated ${place}`, token),
    );
    await Promise.all(judges.map((judge) => judge.hello()));
    this.#loops = judges.map((judge) => this.#work(judge));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#loops);
    await this.#underWay.settled();
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  async #work(judge: TestJudge): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const task = await judge.claim(CLAIM_WAIT_MS, signal).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (task === null) continue;
      await judge.progress(task, 'testing', 1);
      if (this.#needsMs > 0) await sleep(this.#needsMs);
      this.resultSentAt.set(task.solutionId, performance.now());
      const outcome = task.solutionId % 3 === 0 ? {} : ({ verdict: 'wrongAnswer', testNumber: 1 } as const);
      const storing = judge.result(task, outcome);
      if (!task.isStoredLater || this.#underWay.isFull) await storing;
      else this.#underWay.add(storing, (error) => this.#failures.push(error));
    }
  }
}
