import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { JudgeResult } from '@balloon/contracts/judging/judge.ts';
import { readBeginning } from '#run/excerpt.ts';

const pack = promisify(gzip);

/** Output of the first test that failed, by number, among those that ran in any order; one is held at a time. */
export class FirstOutput {
  readonly #maxBytes: number;
  #first: { number: number; bytes: Buffer; size: number } | null = null;

  /** @param maxBytes how much is kept of it; 0: nothing */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Reads the output of a test that failed, unless an earlier one is held. A test that runs again replaces itself. */
  note(number: number, path: string | null): void {
    if (this.#maxBytes === 0 || (this.#first !== null && this.#first.number < number)) return;
    this.#first = path === null ? null : { number, ...readBeginning(path, this.#maxBytes) };
  }

  /** Part of a result with the output on this test; empty where there is none. */
  async packed(number: number): Promise<Pick<JudgeResult, 'failedOutput'>> {
    if (this.#first?.number !== number) return {};
    const { bytes, size } = this.#first;
    return { failedOutput: { bytes: size, packed: (await pack(bytes)).toString('base64') } };
  }
}
