import { hostname } from 'node:os';
import type { ConsoleLine } from '@balloon/contracts/site/console.ts';

/** Lines that a process keeps. */
const KEPT = 500;
/** Longest text of a line. */
const TEXT_MAX = 2_000;

type Part = ConsoleLine['part'];
type Level = ConsoleLine['level'];

/** Fields that every line of the logger has; the rest is written behind the message. */
interface LoggedLine {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string };
  /** Row that the line shares with earlier ones, such as those about a job. */
  consoleRow?: RowOfLine;
  [field: string]: unknown;
}

type RowOfLine = Pick<ConsoleLine, 'row' | 'isOfYandex'>;

const COMMON_FIELDS = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'name',
  'msg',
  'err',
  'reqId',
  'consoleRow',
]);

/**
 * Keeps the newest log lines of this process and tells of new ones. Texts pass the filter of secrets before anything
 * keeps or sends them. `write` is a stream of the logger.
 */
export class ConsoleLog {
  readonly #kept: ConsoleLine[] = [];
  readonly #listeners = new Set<(line: ConsoleLine) => void>();
  readonly #withoutSecrets: (text: string) => string;
  readonly #origin = `${hostname()}:${process.pid}`;
  #count = 0;

  /** @param withoutSecrets see `createSecretFilter` */
  constructor(withoutSecrets: (text: string) => string) {
    this.#withoutSecrets = withoutSecrets;
  }

  /** The newest lines, oldest first. */
  get kept(): readonly ConsoleLine[] {
    return this.#kept;
  }

  onLine(listener: (line: ConsoleLine) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes a line of the logger, as JSON. */
  write(json: string): void {
    const line = JSON.parse(json) as LoggedLine;
    this.add('web', levelOf(line.level), textOf(line), line.time, line.consoleRow);
  }

  add(part: Part, level: Level, text: string, atMs = Date.now(), ofRow: RowOfLine = {}): void {
    this.#count += 1;
    const line: ConsoleLine = {
      id: `${this.#origin}:${this.#count}`,
      atMs,
      level,
      part,
      origin: this.#origin,
      text: this.#withoutSecrets(text).slice(0, TEXT_MAX).toWellFormed(),
      ...ofRow,
    };
    this.#forgetRow(line.row);
    this.#kept.push(line);
    if (this.#kept.length > KEPT) this.#kept.shift();
    for (const listener of this.#listeners) listener(line);
  }

  /** Forgets the line whose place another one takes. */
  #forgetRow(row: string | undefined): void {
    if (row === undefined) return;
    const at = this.#kept.findIndex((line) => line.row === row);
    if (at >= 0) this.#kept.splice(at, 1);
  }
}

function levelOf(level: number): Level {
  if (level >= 50) return 'error';
  if (level >= 40) return 'warn';
  return level >= 30 ? 'info' : 'debug';
}

function textOf({ msg = '', err, ...line }: LoggedLine): string {
  const fields = Object.entries(line)
    .filter(([name]) => !COMMON_FIELDS.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return [msg, err?.message && `(${err.message})`, ...fields].filter(Boolean).join(' ');
}
