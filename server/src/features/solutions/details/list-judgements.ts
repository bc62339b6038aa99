import type { Judgement, JudgementList } from '@balloon/contracts/solutions/judgements.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { findJudgements, type StoredJudgement } from '#features/solutions/details/judgements.queries.ts';
import { renderVerdict } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

/** The longest history that is shown. */
const MAX_LISTED = 200;

/**
 * Lists how a solution was judged, newest first, with decisions by hand and judgings beside its verdict.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 */
export async function listJudgements(
  { db }: Services,
  supervisor: User,
  solutionId: number,
): Promise<JudgementList> {
  await getSupervisedContestOf(db, supervisor, solutionId);
  const stored = await findJudgements(db, solutionId, MAX_LISTED);
  const users = await findUsers(
    db,
    stored.map(({ madeById }) => madeById).filter((id) => id !== null),
  );
  const people = new Map(users.map((user) => [user.id, publicUser(user)]));
  return { judgements: stored.map((one) => render(one, people)) };
}

function render(stored: StoredJudgement, people: ReadonlyMap<number, PublicUser>): Judgement {
  const { verdictId, timeMs, memoryKb, judgingDetail, judgeName, madeById, judgedBy, ...rest } = stored;
  const by: JudgedBy = judgedBy ?? {};
  return {
    ...rest,
    verdict: renderVerdict(verdictId),
    executionTime: timeMs / 1000,
    memory: memoryKb,
    comment: judgingDetail,
    compiler: by.compiler ?? null,
    provenance: judgedBy && provenanceOf(by),
    judge: judgeName,
    madeBy: madeById === null ? null : (people.get(madeById) ?? null),
  };
}

type Provenance = NonNullable<Judgement['provenance']>;
/** What judged, as `solution.judged_by` has it; older ones have less. */
type JudgedBy = Partial<Provenance> & { compiler?: string };

const provenanceOf = (by: JudgedBy): Provenance => ({
  mode: by.mode ?? null,
  options: by.options ?? null,
  attempt: by.attempt ?? null,
  compileCpuMs: by.compileCpuMs ?? null,
  sourceSha256: by.sourceSha256 ?? null,
  testsSha256: by.testsSha256 ?? null,
  checkerSha256: by.checkerSha256 ?? null,
  limitsSha256: by.limitsSha256 ?? null,
});
