/** Where a problem of Codeforces is read, sent and watched; paths are relative to the server. */
export interface Place {
  /** Identifier as Balloon stores it, such as `archive:33A`. */
  foreignId: string;
  contestId: number;
  /** Letter with digits, or the number of a problem of acm.sgu.ru. */
  index: string;
  problemPath: string;
  submitPath: string;
  /** What `submittedProblemCode` of a form calls the problem. */
  code: string;
}

/** Contests from here on are gyms. */
const FIRST_GYM = 100_000;

/** Contest under which problems of acm.sgu.ru live on. */
const SGU_CONTEST = 99_999;

const ID = /^(?:(archive|problemset|gym):)?([1-9]\d{0,6})([a-z]\d{0,2})$/i;

/** Addresses that people copy. */
const ADDRESS =
  /^https:\/\/(?:[a-z0-9-]{1,20}\.)?codeforces\.com\/(?:problemset\/problem\/([1-9]\d{0,6})|(?:contest|gym)\/([1-9]\d{0,6})\/problem)\/([a-z]\d{0,2})$/i;

/** Finds the place of a problem of the archive or of a gym; null: the text is no identifier of one. */
export function placeOf(text: string): Place | null {
  const trimmed = text.trim();
  const [, kind, number, letter] = ID.exec(trimmed) ?? [];
  const [, ofArchive, ofContest, ofAddress] = ADDRESS.exec(trimmed) ?? [];
  const contestId = Number(number ?? ofArchive ?? ofContest);
  const index = (letter ?? ofAddress)?.toUpperCase();
  if (index === undefined || contestId === SGU_CONTEST) return null;
  const isGym = contestId >= FIRST_GYM;
  if (kind !== undefined && (kind.toLowerCase() === 'gym') !== isGym) return null;
  return isGym ? gymPlace(contestId, index) : archivePlace(contestId, index);
}

const archivePlace = (contestId: number, index: string): Place => ({
  foreignId: `archive:${contestId}${index}`,
  ...{ contestId, index },
  problemPath: `problemset/problem/${contestId}/${index}`,
  submitPath: 'problemset/submit',
  code: `${contestId}${index}`,
});

const gymPlace = (contestId: number, index: string): Place => ({
  foreignId: `gym:${contestId}${index}`,
  ...{ contestId, index },
  problemPath: `gym/${contestId}/problem/${index}`,
  submitPath: `gym/${contestId}/submit`,
  code: `${contestId}${index}`,
});

/** Finds the place of a problem of acm.sgu.ru, which has a number of three digits. */
export function sguPlaceOf(text: string): Place | null {
  const [, index] = /^(?:sgu:|acmsguru:|99999:?)?([1-9]\d\d)$/i.exec(text.trim()) ?? [];
  if (index === undefined) return null;
  return {
    ...{ foreignId: index, contestId: SGU_CONTEST, index },
    problemPath: `problemsets/acmsguru/problem/${SGU_CONTEST}/${index}`,
    submitPath: 'problemsets/acmsguru/submit',
    code: index,
  };
}

/** Whether a contest is a gym. */
export const isGym = (contestId: number): boolean => contestId >= FIRST_GYM;
