import { findLivingJudges, lockDraining, saveDrained } from '#features/queue/judges.queries.ts';
import { type DrainedLanguage, drainOddVersions } from '#features/queue/odd-versions.ts';
import type { Services } from '#services.ts';

interface Change {
  judge: string;
  before: readonly DrainedLanguage[];
  after: readonly DrainedLanguage[];
}

/** Drains the languages in which a judge's version differs from the others', until the versions agree. */
export async function drainLanguages({ db, log, options }: Services): Promise<void> {
  const changes = await db.transaction().execute(async (tx) => {
    await lockDraining(tx);
    const judges = await findLivingJudges(tx);
    const drained = options.sameVersions ? drainOddVersions(judges) : new Map();
    const changes: Change[] = [];
    for (const { id, name, drained: before } of judges) {
      const after: readonly DrainedLanguage[] = drained.get(id) ?? [];
      if (isSame(before, after)) continue;
      await saveDrained(tx, id, after);
      changes.push({ judge: name, before, after });
    }
    return changes;
  });
  for (const change of changes) tell(log, change);
}

function isSame(before: readonly DrainedLanguage[], after: readonly DrainedLanguage[]): boolean {
  return before.length === after.length && after.every((one) => before.some((other) => isEqual(one, other)));
}

function isEqual(one: DrainedLanguage, other: DrainedLanguage): boolean {
  return one.key === other.key && one.version === other.version && one.preferred === other.preferred;
}

function tell(log: Services['log'], { judge, before, after }: Change): void {
  for (const language of after) {
    if (!before.some((other) => isEqual(language, other)))
      log.warn(
        { judge, ...language },
        'this judge gets no work in this language: other judges have another version',
      );
  }
  for (const { key } of before) {
    if (!after.some((language) => language.key === key))
      log.info({ judge, key }, 'this judge gets work in this language again');
  }
}
