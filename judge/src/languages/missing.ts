import { LANGUAGES, type LanguageKey } from '@balloon/domain/languages.ts';

/** A language that this machine cannot judge. */
export interface MissingLanguage {
  key: LanguageKey;
  /** The Debian package that brings it. */
  debianPackage: string;
  /** What happened when it was tried; null when it is not installed at all. */
  trouble: string | null;
}

/** For an operator: one line for all that is not installed, one for each that is there and does not work. */
export function describeMissing(missing: readonly MissingLanguage[]): string[] {
  const absent = missing.filter(({ trouble }) => trouble === null);
  const broken = missing.filter(({ trouble }) => trouble !== null);
  const lines = broken.map(
    ({ key, debianPackage, trouble }) =>
      `${LANGUAGES[key].name} does not work here (${trouble}): apt-get install --reinstall ${debianPackage}`,
  );
  if (absent.length > 0) {
    const names = absent.map(({ key }) => LANGUAGES[key].name).join(', ');
    lines.push(`Not installed: ${names}; to add all: ${installCommand(absent)}`);
  }
  return lines;
}

/** The one command that adds languages. */
export function installCommand(missing: readonly MissingLanguage[]): string {
  const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))];
  return `apt-get install ${packages.join(' ')}`;
}
