/** Where a problem is: `problem` is its number or its short name in the contest. */
export interface ProblemPlace {
  contestId: number;
  problem: string;
}

/** Largest number of a contest on a server (EJ_MAX_CONTEST_ID). */
const MAX_CONTEST_ID = 999_999;

/** Reads `12:A` or `12:1`; null: neither. */
export function readPlace(text: string): ProblemPlace | null {
  const [, contest, problem] = /^(\d{1,12}):([^\s:]{1,64})$/.exec(text.trim()) ?? [];
  if (contest === undefined || problem === undefined) return null;
  const contestId = Number(contest);
  return contestId >= 1 && contestId <= MAX_CONTEST_ID ? { contestId, problem } : null;
}

/** Place of a stored identifier. */
export function placeOf(foreignId: string): ProblemPlace {
  const place = readPlace(foreignId);
  if (!place) throw new Error(`${foreignId} is not a problem of ejudge`);
  return place;
}

export const writePlace = ({ contestId, problem }: ProblemPlace) => `${contestId}:${problem}`;

/** A run in its contest, which counts runs from 0. */
export interface RunPlace {
  contestId: number;
  number: number;
}

/** Writes a run id, unique on its server: `12:5` is run 5 of contest 12. */
export const writeRun = ({ contestId, number }: RunPlace) => `${contestId}:${number}`;

/** Place of a stored run id. */
export function readRun(runId: string): RunPlace {
  const [, contest, number] = /^(\d{1,6}):(\d{1,10})$/.exec(runId) ?? [];
  if (contest === undefined || number === undefined) throw new Error(`${runId} is not a run of ejudge`);
  return { contestId: Number(contest), number: Number(number) };
}
