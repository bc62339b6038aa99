import type { CompilerOptions, SaveOptions } from '@balloon/contracts/judging/compiler-options.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import { takesRunOptions, usualOptions } from '@balloon/domain/languages/language-options.ts';
import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { openLanguages } from '#features/judging/judges/welcome-judge.ts';
import { hashOfOptions, NEXT_REVISION } from '#features/queue/options.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Saves options of a language. New ones wait until a judge has tried them; the usual ones count at once.
 *
 * @throws {NotFoundError} LANGUAGE_NOT_FOUND
 * @throws {InvalidInputError} NO_RUN_OPTIONS for options of a program that no tool runs
 * @throws {ConflictError} CHANGED_MEANWHILE
 */
export async function saveOptions(
  services: Services,
  admin: User,
  languageKey: string,
  { version: read, options: sent }: SaveOptions,
): Promise<void> {
  const key = knownKey(languageKey);
  const chosen = sent === null || isUsual(key, sent) ? null : sent;
  if (chosen && chosen.run.length > 0 && !takesRunOptions(key))
    throw new InvalidInputError(
      'NO_RUN_OPTIONS',
      `Programs in ${LANGUAGES[key].name} are run by themselves: enter options of the compiler only`,
    );
  await services.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('compilerOptions')
      .values({
        languageKey: key,
        optionsSha256: null,
        candidateSha256: null,
        revision: 0,
        changedAtMs: NOW_MS,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const before = await tx
      .selectFrom('compilerOptions')
      .where('languageKey', '=', key)
      .select(['version', 'options', 'optionsSha256', 'candidate'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    const id = LANGUAGES[key].id;
    await expectVersion(tx, { kind: 'language', id, stored: before.version, read });
    const version = before.version + 1;
    const sha256 = chosen && hashOfOptions(chosen);
    // What is in force already needs no trial.
    const isInForce = sha256 === before.optionsSha256;
    await tx
      .updateTable('compilerOptions')
      .set({
        version,
        revision: NEXT_REVISION,
        changedAtMs: NOW_MS,
        candidate: chosen && !isInForce ? JSON.stringify(chosen) : null,
        candidateSha256: chosen && !isInForce ? sha256 : null,
        ...(chosen === null ? { options: null, optionsSha256: null } : {}),
      })
      .where('languageKey', '=', key)
      .execute();
    await recordChange(tx, admin, {
      ...{ action: 'language.options', subjectId: id, subjectName: LANGUAGES[key].name, version },
      before: stateOf(before.candidate ?? before.options ?? usualOptions(key)),
      after: stateOf(chosen ?? usualOptions(key)),
    });
  });
  await openLanguages(services);
}

function knownKey(key: string): LanguageKey {
  if (!Object.hasOwn(LANGUAGES, key))
    throw new NotFoundError('LANGUAGE_NOT_FOUND', `There is no language ${key}`);
  return key as LanguageKey;
}

function isUsual(key: LanguageKey, options: CompilerOptions): boolean {
  const { compile, run } = usualOptions(key);
  return hashOfOptions(options) === hashOfOptions({ compile: [...compile], run: [...run] });
}

const stateOf = ({ compile, run }: { compile: readonly string[]; run: readonly string[] }) => ({
  compileOptions: compile.join(' '),
  runOptions: run.join(' '),
});
