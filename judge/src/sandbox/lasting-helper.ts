import type { Field, HelperProcess } from '#sandbox/helper-process.ts';

/** Largest number of restarts within the time: a cause that ends so many helpers would end the next one. */
const RESTARTS_MAX = 3;
const RESTARTS_WITHIN_MS = 60_000;

/**
 * Helper that is replaced when it dies. Requests to the dead one fail with a `HelperEndedError`; the next request
 * starts another one, whose slots open by themselves.
 */
export class LastingHelper {
  #current: HelperProcess;
  #starting: Promise<HelperProcess> | null = null;
  #restartsAtMs: number[] = [];
  #isEnding = false;
  readonly #start: () => Promise<HelperProcess>;
  readonly #died = new AbortController();

  constructor(first: HelperProcess, start: () => Promise<HelperProcess>) {
    this.#current = first;
    this.#start = start;
  }

  get pid(): number | undefined {
    return this.#current.pid;
  }

  /** Signal that aborts when helpers die one after another, or no further one can be started; the reason says why. */
  get died(): AbortSignal {
    return this.#died.signal;
  }

  async ask(fields: readonly Field[]): Promise<unknown> {
    return (await this.#alive()).ask(fields);
  }

  /** Sends two requests that begin together and returns the answer of each. */
  askPair(left: readonly Field[], right: readonly Field[]): readonly [Promise<unknown>, Promise<unknown>] {
    const asked = this.#alive().then((helper) => ({ answers: helper.askPair(left, right) }));
    return [asked.then(({ answers }) => answers[0]), asked.then(({ answers }) => answers[1])];
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#starting?.catch(() => undefined);
    await this.#current.end();
  }

  #alive(): Promise<HelperProcess> {
    const { failure } = this.#current;
    if (failure === null) return Promise.resolve(this.#current);
    this.#starting ??= this.#restart(failure).finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #restart(failure: Error): Promise<HelperProcess> {
    if (this.#isEnding || this.#died.signal.aborted) throw failure;
    const nowMs = performance.now();
    this.#restartsAtMs = [...this.#restartsAtMs.filter((at) => at > nowMs - RESTARTS_WITHIN_MS), nowMs];
    try {
      if (this.#restartsAtMs.length > RESTARTS_MAX) throw failure;
      this.#current = await this.#start();
      return this.#current;
    } catch (error) {
      this.#died.abort(error);
      throw error;
    }
  }
}
