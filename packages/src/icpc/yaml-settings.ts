import { parseDocument } from 'yaml';
import { findYamlExcess, MAX_ALIASES } from '#icpc/yaml-excess.ts';
import { PackageError } from '#package-error.ts';

/** Values of a YAML file, every scalar as text: the reader decides whether `1e-6` or `yes` is a number. */
type YamlValue = string | null | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;

/** Map of settings in a YAML file. It records the keys that were read, so that unknown ones can be named. */
export class Settings {
  /** Name of the file, for messages. */
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

  /** Keys that were never read, as the author writes them: `limits.tiem`. */
  get unknownKeys(): string[] {
    return this.keys.filter((key) => !this.#asked.has(key)).map((key) => `${this.#where}${key}`);
  }

  has(key: string): boolean {
    return this.#value(key) !== null;
  }

  /** Marks keys as known and without effect here. */
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

  /** Reads a number above 0. */
  positive(key: string): number | null {
    const number = this.number(key);
    if (number !== null && number <= 0) throw this.#wrong(key, `above 0, not ${number}`);
    return number;
  }

  /** Reads texts: a list, or a single text. */
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

  /** Reads words of a command line: a text is split at blanks, a list is taken as it is. */
  words(key: string): string[] | null {
    const value = this.#value(key);
    if (typeof value === 'string') return splitWords(value);
    return this.list(key);
  }

  /** Returns the map beneath `key`; null when there is none or the value is no map. */
  child(key: string): Settings | null {
    const value = this.#value(key);
    return value instanceof Map ? new Settings(this.file, value, `${this.#where}${key}.`) : null;
  }

  /** Returns the maps in the list beneath `key`. */
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

/**
 * Parses a settings file.
 *
 * @throws {PackageError} with the line where the text is no YAML, or when it is no map, too large or too deep
 */
export function parseSettings(file: string, text: string): Settings {
  const excess = findYamlExcess(text);
  if (excess !== null) throw new PackageError(`${file} ${excess}. Make it simpler.`);
  // The failsafe schema keeps every scalar a text; duplicate keys are common by mistake, and the last one counts.
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
