import type { CompilerOptions, ConfiguredLanguage } from '@balloon/contracts/judging/compiler-options.ts';
import type { StoredOptions } from '@balloon/database/judging-tables.ts';
import { type LanguageOptions, usualOptions } from '@balloon/domain/languages/language-options.ts';
import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';
import { findLivingJudges } from '#features/queue/judges.queries.ts';
import type { Services } from '#services.ts';

type LivingJudge = Awaited<ReturnType<typeof findLivingJudges>>[number];

interface StoredLanguage {
  version: number;
  options: StoredOptions | null;
  optionsSha256: string | null;
  candidate: StoredOptions | null;
  candidateSha256: string | null;
  changedAtMs: number;
}

/** Returns the languages that judges have, or that have options of their own, with how judges do with these. */
export async function readOptions({ db }: Services): Promise<ConfiguredLanguage[]> {
  const judges = await findLivingJudges(db);
  const rows = await db
    .selectFrom('compilerOptions')
    .select([
      'languageKey',
      'version',
      'options',
      'optionsSha256',
      'candidate',
      'candidateSha256',
      'changedAtMs',
    ])
    .execute();
  const stored = new Map<string, StoredLanguage>(rows.map((row) => [row.languageKey, row]));
  const isShown = (key: LanguageKey) => stored.has(key) || judges.some((judge) => has(judge, key));
  return LANGUAGE_KEYS.filter(isShown).map((key) => languageOf(key, stored.get(key), judges));
}

const has = ({ languages }: LivingJudge, key: string) => languages.some((one) => one.key === key);

function languageOf(
  key: LanguageKey,
  stored: StoredLanguage | undefined,
  judges: readonly LivingJudge[],
): ConfiguredLanguage {
  const having = judges.filter((judge) => has(judge, key));
  const sha256 = stored?.candidateSha256 ?? stored?.optionsSha256 ?? null;
  const versions = having.flatMap(({ languages }) => languages.filter((one) => one.key === key));
  return {
    ...{ key, name: LANGUAGES[key].name, version: stored?.version ?? 0 },
    compilerVersion: versions[0]?.version ?? null,
    usual: copyOf(usualOptions(key)),
    options: stored?.options ?? null,
    candidate: stored?.candidate ?? null,
    judges: having.map((judge) => stateOf(judge, key, sha256)),
    changedAtMs: stored?.changedAtMs ?? null,
  };
}

const copyOf = ({ compile, run }: LanguageOptions): CompilerOptions => ({
  compile: [...compile],
  run: [...run],
});

function stateOf(
  { name, triedOptions }: LivingJudge,
  key: LanguageKey,
  sha256: string | null,
): ConfiguredLanguage['judges'][number] {
  if (sha256 === null) return { name, state: 'works', trouble: null };
  const tried = triedOptions?.find((one) => one.key === key && one.sha256 === sha256);
  if (!tried) return { name, state: triedOptions === null ? 'fails' : 'trying', trouble: null };
  return { name, state: tried.trouble === null ? 'works' : 'fails', trouble: tried.trouble };
}
