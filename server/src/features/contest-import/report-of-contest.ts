import type { ImportContestReport } from '@balloon/contracts/contests/contest-import.ts';
import type { ImportPlan } from '#features/contest-import/import-contest.ts';
import { reportOf } from '#features/team-import/import-teams.ts';
import type { Passwords } from '#features/team-import/store-team-plan.ts';

/** Report of the import of a contest package, or of what it would do. */
export function reportOfContest(
  dryRun: boolean,
  { contest, problems, teams, people, pictures, faults }: ImportPlan,
  passwords: Passwords,
  contestId: number | null,
): ImportContestReport {
  return {
    ...reportOf(dryRun, teams, faults, passwords),
    contest: contest && {
      id: contestId,
      foreignId: contest.record.foreignId,
      name: contest.record.name,
      formalName: contest.record.formalName,
      fate: contest.fate,
      startTimeMs: contest.record.startTimeMs,
      durationTimeMs: contest.record.durationMs,
      freezeBeforeEndMs: contest.record.freezeMs ?? 0,
      penaltyMin: contest.record.penaltyMin ?? 20,
      changed: contest.changed,
    },
    problems: problems.map(({ foreignId, label, name, color, fate }) => ({
      foreignId,
      label,
      name,
      color,
      fate,
    })),
    languages: contest?.languages ?? [],
    pictures: pictures.map(({ kind, foreignId, path, fate }) => ({ kind, foreignId, name: path, fate })),
    people,
  };
}
