/*
 * Where an output departs from the answer. Lines are compared with white space at their ends left out, as the checkers
 * of most problems read them; whether such a difference matters is for the checker of the problem to say.
 */

/** Lines shown before the first difference, and from it on. */
const LINES_BEFORE = 5;
const LINES_AFTER = 40;
/** Characters of a long line before its first difference, and from it on. */
const CHARACTERS_BEFORE = 60;
const CHARACTERS_AFTER = 240;
/** Bytes of a line that are looked at for what is shown: a character takes at most four. */
const BYTES_AFTER = 4 * CHARACTERS_AFTER;
const BYTES_BEFORE = 4 * CHARACTERS_BEFORE;

const NEW_LINE = 10;
const SPACES = new Set([9, 11, 12, 13, 32]);

export interface ShownLine {
  /** Around the first difference; `…` stands for what is left out. */
  text: string;
  /** Place in `text` of the first character that differs. */
  differsAt: number | null;
}

export interface ShownRow {
  /** From 1. */
  number: number;
  /** Null where the file has ended. */
  output: ShownLine | null;
  answer: ShownLine | null;
  differs: boolean;
}

export interface Difference {
  /** The first line that differs, from 1; null: none does. */
  firstLine: number | null;
  rows: ShownRow[];
}

/** A file to compare. */
export interface Compared {
  bytes: Uint8Array;
  /** Whether these are only the beginning of the file. */
  isCut: boolean;
}

interface Line {
  bytes: Uint8Array;
  /** Whether the line may go on where the beginning of a file ends. */
  isCut: boolean;
}

interface Pair {
  output: Line | null;
  answer: Line | null;
}

/**
 * Compares an output with the answer line by line and shows the lines around the first that differs. What lies behind
 * the beginning of a file is not known, and so no difference.
 */
export function outputDifference(output: Compared, answer: Compared): Difference {
  const from = nearFirstDifference(output, answer);
  const lines = [linesOf(output, from.output), linesOf(answer, from.answer)] as const;
  const recent: Pair[] = [];
  for (let number = from.number; ; number += 1) {
    const pair = nextPair(lines);
    const isUnknown = (pair?.output === null && output.isCut) || (pair?.answer === null && answer.isCut);
    if (pair === null || isUnknown) return { firstLine: null, rows: [] };
    recent.push(pair);
    if (recent.length > LINES_BEFORE + 1) recent.shift();
    if (differenceIn(pair) !== null) return { firstLine: number, rows: rowsAround(number, recent, lines) };
  }
}

/** A line with the places where it begins in both files. */
interface Start {
  number: number;
  output: number;
  answer: number;
}

/**
 * Finds the first line to show: some lines before the first that may differ. Files of short lines have millions of equal
 * ones, which would hold up the process for seconds if each was looked at as a line, so they are passed byte by byte.
 */
function nearFirstDifference(output: Compared, answer: Compared): Start {
  const [one, other] = [output.bytes, answer.bytes];
  const [end, otherEnd] = [endOf(output), endOf(answer)];
  const starts = { output: new Uint32Array(LINES_BEFORE + 1), answer: new Uint32Array(LINES_BEFORE + 1) };
  let [at, otherAt] = [0, 0];
  for (let lines = 0; ; lines += 1) {
    starts.output[lines % (LINES_BEFORE + 1)] = at;
    starts.answer[lines % (LINES_BEFORE + 1)] = otherAt;
    while (at < end && otherAt < otherEnd && one[at] === other[otherAt] && one[at] !== NEW_LINE) {
      at += 1;
      otherAt += 1;
    }
    while (at < end && isSpace(one[at], false)) at += 1;
    while (otherAt < otherEnd && isSpace(other[otherAt], false)) otherAt += 1;
    const areEqual = at < end && otherAt < otherEnd && one[at] === NEW_LINE && other[otherAt] === NEW_LINE;
    if (!areEqual) {
      const first = Math.max(0, lines - LINES_BEFORE);
      const place = first % (LINES_BEFORE + 1);
      return {
        number: first + 1,
        output: starts.output[place] ?? 0,
        answer: starts.answer[place] ?? 0,
      };
    }
    at += 1;
    otherAt += 1;
  }
}

type Lines = Iterator<Line>;

function nextPair([outputs, answers]: readonly [Lines, Lines]): Pair | null {
  const [output, answer] = [outputs.next(), answers.next()];
  if (output.done && answer.done) return null;
  return { output: output.done ? null : output.value, answer: answer.done ? null : answer.value };
}

function rowsAround(number: number, recent: readonly Pair[], lines: readonly [Lines, Lines]): ShownRow[] {
  const pairs = [...recent];
  for (let more = 1; more < LINES_AFTER; more += 1) {
    const pair = nextPair(lines);
    if (pair === null) break;
    pairs.push(pair);
  }
  return pairs.map((pair, index) => rowOf(number - recent.length + 1 + index, pair));
}

/** Lines of a file without white space at their ends, and without empty lines at the end of the file. */
function* linesOf(file: Compared, from: number): Generator<Line> {
  const { bytes, isCut } = file;
  const end = endOf(file);
  for (let start = from; start < end; ) {
    const found = bytes.indexOf(NEW_LINE, start);
    const isLast = found < 0 || found > end;
    const stop = isLast ? end : found;
    yield { bytes: bytes.subarray(start, endOfText(bytes, start, stop, false)), isCut: isLast && isCut };
    start = stop + 1;
  }
}

const endOf = ({ bytes, isCut }: Compared) =>
  isCut ? bytes.length : endOfText(bytes, 0, bytes.length, true);

function endOfText(file: Uint8Array, start: number, stop: number, skipsLines: boolean): number {
  let end = stop;
  while (end > start && isSpace(file[end - 1], skipsLines)) end -= 1;
  return end;
}

const isSpace = (byte: number | undefined, isLineToo: boolean) =>
  byte !== undefined && (SPACES.has(byte) || (isLineToo && byte === NEW_LINE));

/** Place of the first byte in which the lines differ; null when none does. A missing line differs from its beginning. */
function differenceIn({ output, answer }: Pair): number | null {
  if (output === null || answer === null) return 0;
  const at = firstDifferentByte(output.bytes, answer.bytes);
  const isEndOf = (line: Line) => line.isCut && at !== null && at >= line.bytes.length;
  return isEndOf(output) || isEndOf(answer) ? null : at;
}

/** Place of the first byte that differs; the end of the shorter one, where it is the beginning of the other. */
function firstDifferentByte(one: Uint8Array, other: Uint8Array): number | null {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at;
  return one.length === other.length ? null : length;
}

function rowOf(number: number, pair: Pair): ShownRow {
  const at = differenceIn(pair);
  const isPair = pair.output !== null && pair.answer !== null;
  const line = (one: Line | null) => one && shown(one.bytes, isPair ? at : null);
  return { number, output: line(pair.output), answer: line(pair.answer), differs: at !== null };
}

/** Cuts a line to what stands around a byte of it, or to its beginning. */
function shown(line: Uint8Array, at: number | null): ShownLine {
  const mark = wholeCharacter(line, at ?? 0);
  const start = wholeCharacter(line, Math.max(0, mark - BYTES_BEFORE));
  const before = [...decoded(line.subarray(start, mark))];
  const after = [...decoded(line.subarray(mark, wholeCharacter(line, mark + BYTES_AFTER)))];
  const isCutBefore = start > 0 || before.length > CHARACTERS_BEFORE;
  const isCutAfter = mark + BYTES_AFTER < line.length || after.length > CHARACTERS_AFTER;
  const left = (isCutBefore ? '…' : '') + before.slice(-CHARACTERS_BEFORE).join('');
  const right = after.slice(0, CHARACTERS_AFTER).join('') + (isCutAfter ? '…' : '');
  return { text: left + right, differsAt: at === null ? null : left.length };
}

/** The beginning of the character that a byte belongs to; as it is, where the bytes are no UTF-8. */
function wholeCharacter(line: Uint8Array, at: number): number {
  for (let start = at; start > at - 4 && start > 0; start -= 1)
    if (((line[start] ?? 0) & 0xc0) !== 0x80) return start;
  return at;
}

/** Text of bytes; zero bytes, which programs may print, become replacement characters. */
const decoded = (bytes: Uint8Array) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).replaceAll('\0', '\ufffd');
