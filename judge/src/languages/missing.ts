import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages/languages.ts';

/** Language that this machine cannot judge. */
export interface MissingLanguage {
  key: LanguageKey;
  /** Error when it was tried; null when it is not installed at all. */
  trouble: string | null;
}

/**
 * Describes missing languages to an operator: one line for all that are not installed, one for each that is installed
 * and does not work.
 */
export function describeMissing(missing: readonly MissingLanguage[]): string[] {
  const absent = missing.filter(({ trouble }) => trouble === null);
  const broken = missing.filter(({ trouble }) => trouble !== null);
  const lines = broken.map(
    ({ key, trouble }) =>
      `${LANGUAGES[key].name} does not work here (${trouble}): apt-get install --reinstall ${LANGUAGES[key].debianPackage}`,
  );
  if (absent.length > 0) {
    const names = absent.map(({ key }) => LANGUAGES[key].name).join(', ');
    lines.push(`Not installed: ${names}; to add all: ${installCommand(absent)}`);
  }
  return lines;
}

/** Returns the one command that installs languages. */
export function installCommand(missing: readonly MissingLanguage[]): string {
  const packages = [...new Set(missing.map(({ key }) => LANGUAGES[key].debianPackage))];
  return `apt-get install ${packages.join(' ')}`;
}
