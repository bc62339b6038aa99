import { TestJudge } from '@balloon/server/testing/test-judge.ts';

const CLAIM_WAIT_MS = 10_000;

/** Judges that speak the protocol and need no time: a third of the solutions is accepted. */
export class SimulatedJudges {
  /** Moments at which results were sent, by solution. */
  readonly resultSentAt = new Map<number, number>();
  readonly #stopping = new AbortController();
  #loops: Promise<void>[] = [];

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
      this.resultSentAt.set(task.solutionId, performance.now());
      await judge.result(task, task.solutionId % 3 === 0 ? {} : { verdict: 'wrongAnswer', testNumber: 1 });
    }
  }
}
