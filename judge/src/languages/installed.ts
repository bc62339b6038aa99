import type { LanguageKey } from '@balloon/domain/languages.ts';
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

/** Wall times in ms, measured by the judge. */
export interface HelloTimes {
  compileMs: number;
  runMs: number;
}
