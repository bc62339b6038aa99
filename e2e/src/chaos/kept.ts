import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '#browser/wait.ts';
import type { Timeline } from '#chaos/timeline.ts';
import type { Launched } from '#sites/launched.ts';

const PAUSE_MS = 200;

/** Process or server that may be killed at any moment and is started again by its owner. */
export interface Victim {
  readonly name: string;
  /** Whether it works now, so that killing it has an effect. */
  isUp(): boolean;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

/** Process that is started again whenever it ends, as a supervisor does; `stop` ends that and the process. */
export class Kept implements Victim {
  readonly name: string;
  readonly #launch: () => Launched;
  readonly #timeline: Timeline;
  #current: Launched;
  #isReady = false;
  #isStopping = false;
  readonly #finished: Promise<void>;

  constructor(name: string, launch: () => Launched, timeline: Timeline) {
    this.name = name;
    this.#launch = launch;
    this.#timeline = timeline;
    this.#current = launch();
    this.#finished = this.#keep();
  }

  get current(): Launched {
    return this.#current;
  }

  isUp(): boolean {
    return this.#isReady && this.#current.isRunning();
  }

  async up(): Promise<void> {
    await waitFor(`${this.name} to be up`, () => (this.isUp() ? true : undefined));
  }

  kill(): Promise<void> {
    return this.#current.kill();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#current.stop();
    await this.#finished;
  }

  async #keep(): Promise<void> {
    for (;;) {
      const launched = this.#current;
      void launched.ready.then(() => {
        if (launched === this.#current) this.#isReady = true;
      });
      const how = await launched.exited;
      this.#isReady = false;
      if (this.#isStopping) return;
      this.#timeline.note(`${this.name} ended (${how})${how === 'SIGKILL' ? '' : `\n${tail(launched)}`}`);
      await sleep(PAUSE_MS);
      if (this.#isStopping) return;
      this.#current = this.#launch();
    }
  }
}

/** Returns the last lines of the output of a process that was not killed. */
const tail = (launched: Launched) => launched.output().trimEnd().split('\n').slice(-12).join('\n');
