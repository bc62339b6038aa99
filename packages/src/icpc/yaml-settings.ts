import { parseDocument } from 'yaml';
import { PackageError } from '#package-error.ts';

/** What a YAML file holds, every scalar as it is written: whether `1e-6` or `yes` is a number is for the reader to say. */
type YamlValue = string | null | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;

/** Aliases that a file may use: enough for people, too few to make a small file huge. */
const MAX_ALIASES = 100;

/**
 * A map of settings in a YAML file. It remembers what was asked for, so that keys which nobody knows can be named.
 */
export class Settings {
  /** The file, for messages. */
  readonly file: string;
  readonly #where: string;
  readonly #values: ReadonlyMap<string, YamlValue>;
  readonly #asked = new Set<string>();

  constructor(file: string, values: ReadonlyMap<string, YamlValue> = new Map(), where = '') {
    this.file = file;
    this.#values = values;
    this.#where = where;
  }

  get keys(): string[] {
    return [...this.#values.keys()];
  }

  /** Keys that were never asked for, as the author knows them: `limits.tiem`. */
  get unknownKeys(): string[] {
    return this.keys.filter((key) => !this.#asked.has(key)).map((key) => `${this.#where}${key}`);
  }

  has(key: string): boolean {
    return this.#value(key) !== null;
  }

  /** Known and of no consequence here. */
  skip(...keys: readonly string[]): void {
    for (const key of keys) this.#asked.add(key);
  }

  text(key: string): string | null {
    const value = this.#value(key);
    if (value === null || typeof value === 'string') return value;
    throw this.#wrong(key, 'a text');
  }

  number(key: string): number | null {
    const text = this.text(key);
    if (text === null) return null;
    const number = Number(text);
    if (!Number.isFinite(number)) throw this.#wrong(key, `a number, not "${text}"`);
    return number;
  }

  /** A number above 0. */
  positive(key: string): number | null {
    const number = this.number(key);
    if (number !== null && number <= 0) throw this.#wrong(key, `above 0, not ${number}`);
    return number;
  }

  /** Texts: a list, or one text alone. */
  list(key: string): string[] | null {
    const value = this.#value(key);
    if (value === null) return null;
    if (typeof value === 'string') return [value];
    if (!Array.isArray(value)) throw this.#wrong(key, 'a text or a list of texts');
    return value.map((item) => {
      if (typeof item !== 'string') throw this.#wrong(key, 'a text or a list of texts');
      return item;
    });
  }

  /** Words of a command line: a text is parted at blanks, a list is taken as it is. */
  words(key: string): string[] | null {
    const value = this.#value(key);
    if (typeof value === 'string') return splitWords(value);
    return this.list(key);
  }

  /** A map beneath `key`; null when there is none or it is something else. */
  child(key: string): Settings | null {
    const value = this.#value(key);
    return value instanceof Map ? new Settings(this.file, value, `${this.#where}${key}.`) : null;
  }

  /** Maps in the list beneath `key`. */
  children(key: string): Settings[] {
    const value = this.#value(key);
    if (!Array.isArray(value)) return [];
    return value
      .filter((item) => item instanceof Map)
      .map((item, index) => new Settings(this.file, item, `${this.#where}${key}[${index}].`));
  }

  isMap(key: string): boolean {
    return this.#value(key) instanceof Map;
  }

  isList(key: string): boolean {
    return Array.isArray(this.#value(key));
  }

  #value(key: string): YamlValue {
    this.#asked.add(key);
    const value = this.#values.get(key);
    return value === undefined || value === '' || value === 'null' || value === '~' ? null : value;
  }

  #wrong(key: string, expected: string): PackageError {
    return new PackageError(`${this.file}: ${this.#where}${key} must be ${expected}`);
  }
}

export function splitWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** @throws {PackageError} with the line where the text is no YAML, or when it is no map */
export function parseSettings(file: string, text: string): Settings {
  // The failsafe schema leaves every scalar a text; equal keys are common by mistake, and the last one counts.
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw new PackageError(`${file} is not valid YAML: ${firstLine(error.message)}`);
  const value = plain(file, () => document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES }));
  if (value === null || value === undefined || value === '') return new Settings(file);
  if (!(value instanceof Map)) throw new PackageError(`${file} must be a map of keys and values`);
  return new Settings(file, value);
}

function plain(file: string, convert: () => unknown): unknown {
  try {
    return convert();
  } catch (error) {
    throw new PackageError(`${file} cannot be read: ${firstLine((error as Error).message)}`);
  }
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/:$/, '');
}
