import type { ImportContestReport } from '@balloon/contracts/contests/contest-import.ts';
import type { ImportFate } from '@balloon/contracts/people/team-import.ts';
import { say } from '#say.ts';

const FATES: Record<ImportFate, string> = { create: 'new', update: 'changed', same: 'as before' };

/** Prints what became of a contest package, or would; passwords of new accounts are printed this once. */
export function printContestReport(report: ImportContestReport): void {
  const { contest, problems, teams, staff, faults, dryRun } = report;
  for (const { file, entry, code, detail, isError } of faults) {
    const place = [file, entry].filter(Boolean).join(', ');
    say(`${isError ? 'error' : 'note'}: ${[place, code, detail].filter(Boolean).join(': ')}`);
  }
  if (contest) say(`contest ${contest.id ?? ''} ${contest.name}: ${FATES[contest.fate]}`.replace('  ', ' '));
  for (const { foreignId, label, name, fate } of problems)
    say(
      `problem ${label} ${name} (${foreignId}): ${fate === null ? 'no files in the package' : FATES[fate]}`,
    );
  for (const kind of ['organizations', 'groups', 'teams', 'pictures', 'people', 'staff'] as const) {
    const counted = countsOf(report[kind].map(({ fate }) => fate));
    if (counted !== '') say(`${kind}: ${counted}`);
  }
  if (dryRun) return;
  for (const { username, password } of [...teams, ...staff])
    if (password !== null) say(`password of ${username}: ${password}`);
  if (problems.length > 0)
    say(`problems are built by the judges: /admin/contests/import?contest=${contest?.id}`);
}

function countsOf(fates: readonly ImportFate[]): string {
  return (['create', 'update', 'same'] as const)
    .map((fate) => [fates.filter((one) => one === fate).length, FATES[fate]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}
