import { callApi } from '#cf/api.ts';
import { ApiContests, type ApiProblem, ApiProblems } from '#cf/api-results.ts';
import { isGym, placeOf, sguPlaceOf } from '#cf/places.ts';
import { drift, OutsideError } from '#failures.ts';
import type { ListedProblem, ProblemPage, Session } from '#outside-system.ts';

/** Problems of a part of a list. The list is asked for again for each part, which costs little beside the problems. */
const PART = 500;

/** Gyms of a part, each of which is asked for. */
const GYMS_OF_PART = 10;

/** Part of the archive, oldest first, so that new problems come after every cursor. */
export async function listArchive(
  session: Session,
  cursor: string | null,
  { problemset, contestId }: { problemset?: string; contestId?: number | undefined } = {},
): Promise<ProblemPage> {
  const parameters = problemset === undefined ? {} : { problemsetName: problemset };
  const call = { method: 'problemset.problems', parameters, result: ApiProblems };
  const { problems } = await callApi(session, call);
  if (problems.length === 0) throw drift('the list of all problems is empty');
  const listed = problems
    .filter((problem) => contestId === undefined || problem.contestId === contestId)
    .flatMap((problem) => toListed(problem, problemset !== undefined))
    .toSorted((a, b) => a.order - b.order || Number(a.index > b.index) - Number(a.index < b.index));
  const start = cursor === null ? 0 : listed.findIndex((problem) => isAfter(problem, cursor));
  const part = start < 0 ? [] : listed.slice(start, start + PART);
  const isLast = start < 0 || start + PART >= listed.length;
  return { problems: part.map(withoutOrder), nextCursor: isLast ? null : (part.at(-1)?.cursor ?? null) };
}

interface Ordered extends ListedProblem {
  order: number;
  index: string;
  cursor: string;
}

function toListed({ contestId, index, name, type }: ApiProblem, isSgu: boolean): Ordered[] {
  const place = isSgu ? sguPlaceOf(index) : placeOf(`${contestId}${index}`);
  // Questions of other kinds than programs take no solutions.
  if (place === null || (type !== undefined && type !== 'PROGRAMMING')) return [];
  const order = isSgu ? Number(index) : place.contestId;
  return [{ foreignId: place.foreignId, title: name, order, index, cursor: `${order}/${index}` }];
}

function isAfter({ order, index }: Ordered, cursor: string): boolean {
  const [passed = '', passedIndex = ''] = cursor.split('/');
  return order > Number(passed) || (order === Number(passed) && index > passedIndex);
}

const withoutOrder = ({ foreignId, title }: Ordered): ListedProblem => ({ foreignId, title });

/** Part of the gyms, oldest first. Gyms that may not be seen are passed over. */
async function listGyms(session: Session, cursor: string | null): Promise<ProblemPage> {
  const call = { method: 'contest.list', parameters: { gym: 'true' }, result: ApiContests };
  const contests = await callApi(session, call);
  if (contests.length === 0) throw drift('the list of gyms is empty');
  const ids = contests
    .filter(({ phase }) => phase !== 'BEFORE')
    .map(({ id }) => id)
    .filter((id) => isGym(id) && id > Number(cursor ?? 0))
    .toSorted((a, b) => a - b);
  const part = ids.slice(0, GYMS_OF_PART);
  const problems: ListedProblem[] = [];
  for (const id of part) problems.push(...(await listVisible(session, id)));
  return { problems, nextCursor: ids.length > part.length ? String(part.at(-1)) : null };
}

async function listVisible(session: Session, contestId: number): Promise<readonly ListedProblem[]> {
  try {
    return (await listGym(session, contestId)).problems;
  } catch (error) {
    if (error instanceof OutsideError && error.kind === 'refused') return [];
    throw error;
  }
}

/** Problems of one gym. @throws {OutsideError} `refused` when it may not be seen */
async function listGym(session: Session, contestId: number): Promise<ProblemPage> {
  const { problems } = await callApi(session, {
    method: 'contest.standings',
    parameters: { contestId, from: 1, count: 1 },
    result: ApiProblems,
  });
  const listed = problems.flatMap((problem) => {
    const place = placeOf(`gym:${contestId}${problem.index}`);
    return place ? [{ foreignId: place.foreignId, title: problem.name }] : [];
  });
  return { problems: listed, nextCursor: null };
}

/**
 * Part of a list by its scope: the archive by default, `gym` for all gyms, `archive:566` or `gym:100001` for a contest.
 *
 * @throws {OutsideError} `refused` for any other scope
 */
export function listByScope(session: Session, cursor: string | null, scope: string | null) {
  const [, kind, digits] =
    /^(archive|problemset|gyms?)?(?::?(\d{1,7}))?$/.exec(scope?.trim().toLowerCase() ?? '') ?? [];
  const contestId = digits === undefined ? undefined : Number(digits);
  const ofGyms = kind?.startsWith('gym') ?? (contestId !== undefined && isGym(contestId));
  const isContradiction = contestId !== undefined && isGym(contestId) !== ofGyms;
  const isUnknown = scope !== null && scope.trim() !== '' && kind === undefined && digits === undefined;
  if (isUnknown || isContradiction) throw new OutsideError('refused', `There is no list of ${scope}`);
  if (!ofGyms) return listArchive(session, cursor, { contestId });
  return contestId === undefined ? listGyms(session, cursor) : listGym(session, contestId);
}
