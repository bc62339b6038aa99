/** Inputs of one problem and the promises of the statement about them. */
export interface ProblemInputs {
  /** Makes the inputs, test 1 first; each is the whole file. */
  make(): string[];
  /**
   * Reads an input as the statement describes it.
   *
   * @throws {Error} when it breaks a promise of the statement
   */
  validate(input: string): void;
}

/** Reads an input strictly: one space between the fields of a line, every line ended, nothing more. */
export class InputReader {
  readonly #lines: string[];

  constructor(input: string) {
    if (!input.endsWith('\n')) throw new Error('the last line must end');
    this.#lines = input.slice(0, -1).split('\n');
  }

  fields(count: number): string[] {
    const fields = this.#lines.shift()?.split(' ') ?? [];
    if (fields.length !== count) throw new Error(`expected ${count} fields, got "${fields.join(' ')}"`);
    return fields;
  }

  /** Reads a line of whole numbers, each within both bounds. */
  integers(...bounds: (readonly [min: number | bigint, max: number | bigint])[]): bigint[] {
    return this.fields(bounds.length).map((field, index) => {
      const [min, max] = bounds[index] ?? [0, 0];
      const value = BigInt(field);
      if (String(value) !== field || value < min || value > max) {
        throw new Error(`${field} must be from ${min} to ${max}`);
      }
      return value;
    });
  }

  end(): void {
    if (this.#lines.length > 0) throw new Error(`${this.#lines.length} lines too many`);
  }
}

/** Joins lines and ends the last one. */
export function lines(...parts: (string | readonly (string | number | bigint)[])[]): string {
  return `${parts.map((part) => (typeof part === 'string' ? part : part.join(' '))).join('\n')}\n`;
}
