import type { ScoreboardPage, TableRows } from '@balloon/contracts/scoreboard/scoreboard.ts';

/** Delays of a reading after a gap, as in the page of the site. */
const READ_AFTER_MS = 300;
const SPREAD_MS = 1_200;

type Statistics = ScoreboardPage['statistics'];

/** Page of the table that somebody watches, kept current as the page of the site does it. */
export class OpenTable {
  /** Readings after the first one. */
  readings = 0;
  /** Tries that counted in what was shown, by the moment since which it was shown. */
  readonly #shown: { tries: number; at: number }[] = [];
  readonly #fetch: () => Promise<ScoreboardPage>;
  #held = '';
  #told: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(fetch: () => Promise<ScoreboardPage>) {
    this.#fetch = fetch;
  }

  async read(): Promise<void> {
    const { actualTableHash, statistics } = await this.#fetch();
    this.#held = actualTableHash.hash;
    this.#show(statistics);
    this.#compare();
  }

  hear({ from, to, facts }: TableRows): void {
    this.#told = to;
    if (from === this.#held) {
      this.#held = to;
      if (facts.statistics) this.#show(facts.statistics);
    }
    this.#compare();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Tells how long each of the verdicts was missing here.
   *
   * @param sentAt moments at which the verdicts were sent, ascending; each of them counts as a try
   * @returns ages in ms, and how many verdicts never came
   */
  agesOf(sentAt: readonly number[]): { agesMs: number[]; missing: number } {
    const before = this.#shown[0]?.tries ?? 0;
    const agesMs: number[] = [];
    let place = 0;
    for (const [index, sent] of sentAt.entries()) {
      while (place < this.#shown.length && (this.#shown[place]?.tries ?? 0) < before + index + 1) place += 1;
      const shown = this.#shown[place];
      if (shown === undefined) break;
      agesMs.push(Math.max(0, shown.at - sent));
    }
    return { agesMs, missing: sentAt.length - agesMs.length };
  }

  #show(statistics: Statistics): void {
    const tries = statistics.reduce((sum, { tries: each }) => sum + each, 0);
    this.#shown.push({ tries, at: performance.now() });
  }

  get #isBehind(): boolean {
    return this.#told !== null && this.#told !== this.#held;
  }

  #compare(): void {
    if (!this.#isBehind) return;
    this.#timer ??= setTimeout(() => void this.#readAgain(), READ_AFTER_MS + Math.random() * SPREAD_MS);
  }

  async #readAgain(): Promise<void> {
    this.#timer = undefined;
    if (!this.#isBehind) return;
    this.readings += 1;
    await this.read();
  }
}
