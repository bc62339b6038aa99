import type { LanguageOptions } from '@balloon/domain/languages/language-options.ts';
import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import type { Toolchain } from '#languages/toolchain.ts';

/** Language that this machine has, found and tried at the start of the judge. */
export interface InstalledLanguage {
  key: LanguageKey;
  toolchain: Toolchain;
  /** Version as the compiler prints it; shown to participants and stored with each verdict. */
  version: string;
  /** Hash that changes with the compiler or its call; part of the name of every cached program. */
  stamp: string;
  /** Times of its hello world, when it was tried at this start. */
  hello?: HelloTimes;
}

/** Installed language, or the commands that a program brings itself; see compile/script-programs.ts. */
export interface Compiler extends Pick<InstalledLanguage, 'toolchain' | 'version' | 'stamp'> {
  key: string;
}

/**
 * Returns the language with options of the site in place of the usual ones. Its programs have other names in the cache,
 * and the headers that were precompiled with the usual options do not serve it.
 */
export function withOptions(
  language: InstalledLanguage,
  options: LanguageOptions | undefined,
): InstalledLanguage {
  if (!options) return language;
  const { precompiledHeader: _usual, ...toolchain } = language.toolchain;
  const stamp = `${language.stamp} ${JSON.stringify([options.compile, options.run])}`;
  return { ...language, stamp, toolchain: { ...toolchain, options } };
}

/** Wall times in ms, measured by the judge. */
export interface HelloTimes {
  compileMs: number;
  runMs: number;
}
