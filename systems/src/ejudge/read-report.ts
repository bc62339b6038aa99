import { Parser } from 'htmlparser2';
import { drift } from '#failures.ts';

/** What a report of the jury tells beyond the list. */
export interface Report {
  /** Longest time of a test in ms; null: no test was run. */
  timeMs: number | null;
  /** Largest memory of a test in KB; null: not measured. */
  memoryKb: number | null;
  /** Null: none. */
  compilerOutput: string | null;
}

const NOTHING: Report = { timeMs: null, memoryKb: null, compilerOutput: null };
const ROOT = 'testing-report';

/**
 * Reads a report in XML (`raw-report`). It is read as it comes, without a tree: it holds excerpts of all tests.
 *
 * @throws {OutsideError} `drift` when it is no report or has no end
 */
export function readReport(xml: string): Report {
  const tests: { timeMs: number | null; memoryKb: number | null }[] = [];
  const log: string[] = [];
  let [root, isInLog, isComplete] = ['', false, false];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        root ||= name;
        if (name === 'test') tests.push(testOf(attributes));
        isInLog = name === 'compiler_output';
      },
      ontext(text) {
        if (isInLog) log.push(text);
      },
      onclosetag(name, isImplied) {
        isInLog = false;
        if (name === ROOT && !isImplied) isComplete = true;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  if (root !== ROOT || !isComplete) throw drift('the report of a run has no testing-report');
  return {
    timeMs: largest(tests.map(({ timeMs }) => timeMs)),
    memoryKb: largest(tests.map(({ memoryKb }) => memoryKb)),
    compilerOutput: log.length === 0 ? NOTHING.compilerOutput : log.join(''),
  };
}

/** Reads a report by its type: a server may store it as BSON, which is not read, or as the compiler's text alone. */
export function readAnyReport(contentType: string, text: () => string): Report {
  const [type] = contentType.split(';', 1);
  if (type === 'application/xml' || type === 'text/xml') return readReport(text());
  return type === 'text/plain' ? { ...NOTHING, compilerOutput: text() } : NOTHING;
}

function testOf(attributes: Readonly<Record<string, string>>) {
  const bytes = wholeOf(attributes['max-rss']) ?? wholeOf(attributes['max-memory-used']);
  return { timeMs: wholeOf(attributes.time), memoryKb: bytes === null ? null : Math.ceil(bytes / 1024) };
}

function wholeOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function largest(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (most, value) => (value === null || (most !== null && most > value) ? most : value),
    null,
  );
}
