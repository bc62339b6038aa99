import type { Solution } from '@balloon/contracts/solutions/solutions.ts';

const MAX_REMEMBERED = 500;

/** A solution as its audiences see it: one object, unless the contest joins verdicts. */
export interface ToldSolution {
  id: number;
  forAuthor: Solution;
  forSupervisors: Solution;
}

/**
 * Cache of solutions that are being judged. Announcements of steps carry everything that changes, so a
 * solution is read once, when it arrives or at its first step.
 */
export class RecentSolutions {
  readonly #load: (id: number) => Promise<ToldSolution | undefined>;
  readonly #remembered = new Map<number, ToldSolution>();

  constructor(load: (id: number) => Promise<ToldSolution | undefined>) {
    this.#load = load;
  }

  async get(id: number): Promise<ToldSolution | undefined> {
    const known = this.#remembered.get(id);
    if (known) return known;
    const solution = await this.#load(id);
    if (solution) this.#remember(solution);
    return solution;
  }

  forget(id: number) {
    this.#remembered.delete(id);
  }

  forgetAll() {
    this.#remembered.clear();
  }

  #remember(solution: ToldSolution) {
    this.#remembered.set(solution.id, solution);
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= MAX_REMEMBERED) return;
      this.#remembered.delete(oldest);
    }
  }
}
