import { OutsideError } from '#failures.ts';
import type { PolledRun } from '#outside-system.ts';

/** Problem of a contest of Yandex. */
export interface ContestProblem {
  contestId: string;
  /** Usually a letter, but longer ones exist. */
  alias: string;
}

/** `19241:A`, or the address of the problem's page. */
const PROBLEM = /(?:^|\/contest\/)(\d{1,9})(?::|\/problems\/)([\p{L}\p{N}_.-]{1,40})\/?$/u;

/** Normalises an identifier to `<contest>:<alias>`; null: it is not one. */
export function readYandexId(text: string): string | null {
  const found = PROBLEM.exec(text.trim().slice(0, 200));
  return found ? `${Number(found[1])}:${found[2]}` : null;
}

/** Takes an identifier apart. */
export function contestProblemOf(foreignId: string): ContestProblem {
  const [contestId = '', alias = ''] = foreignId.split(':');
  return { contestId, alias };
}

/** Reads the number of a contest, alone or in the address of one of its pages; null: there is none. */
function readContestId(text: string): string | null {
  const found = /(?:^|\/contest\/)(\d{1,9})(?:[:/]|$)/.exec(text.trim().slice(0, 200));
  return found ? String(Number(found[1])) : null;
}

/** Contest that a list is asked of. @throws {OutsideError} `refused` when none is named */
export function contestOfScope(scope: string | null): string {
  const contestId = readContestId(scope ?? '');
  if (contestId === null) throw new OutsideError('refused', 'Name the contest to be listed');
  return contestId;
}

/** Ids of runs by their contests. */
export function byContest(runs: readonly PolledRun[]): Map<string, string[]> {
  const groups = Map.groupBy(runs, ({ foreignId }) => contestProblemOf(foreignId).contestId);
  return new Map([...groups].map(([contestId, group]) => [contestId, group.map(({ runId }) => runId)]));
}

/** Words for a source that the account has sent before; «уже» alone also stands in «соревнование уже завершено». */
const DUPLICATE =
  /duplicat|identical|same (?:source|code|solution)|already (?:been )?(?:sent|submitted)|дубл|идентичн|совпад|уже (?:был|отправл|посыл|сдан)/i;

/** Whether a refusal means that the same source was taken before. */
export const tellsDuplicate = (words: string): boolean =>
  DUPLICATE.test(words.slice(0, 1000).replaceAll(/[-_]/g, ' '));

/** Title without the letter before it: `A. Sum` is `Sum`. */
export function titleWithout(alias: string, title: string): string {
  return title.startsWith(`${alias}. `) ? title.slice(alias.length + 2).trim() : title;
}
