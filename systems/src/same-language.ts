import type { ForeignLanguage, Submission } from '#outside-system.ts';

/**
 * Makes a test of the name that a list of runs shows. A name is refused only when the system gives it to another
 * language: an abbreviation that nobody knows must not hide our run.
 */
export function otherLanguage(
  languages: readonly Pick<ForeignLanguage, 'name' | 'foreignLanguageId'>[],
  { foreignLanguageId, languageName }: Submission,
): (shown: string) => boolean {
  const ours = languages.find((each) => each.foreignLanguageId === foreignLanguageId)?.name ?? languageName;
  const others = new Set(languages.map(({ name }) => folded(name)));
  others.delete(folded(ours));
  return (shown) => others.has(folded(shown));
}

const folded = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim();
