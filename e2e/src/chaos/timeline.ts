/** Log of a run's events in order, for explaining a failure. */
export class Timeline {
  readonly #startedAtMs = performance.now();
  readonly #lines: string[] = [];
  readonly #tell: (line: string) => void;

  /**
   * Starts a timeline.
   *
   * @param tell receives each line at once
   */
  constructor(tell: (line: string) => void = () => {}) {
    this.#tell = tell;
  }

  note(what: string): void {
    const atSec = ((performance.now() - this.#startedAtMs) / 1000).toFixed(2).padStart(7);
    const line = `${atSec} s  ${what}`;
    this.#lines.push(line);
    this.#tell(line);
  }

  toString(): string {
    return this.#lines.join('\n');
  }
}
