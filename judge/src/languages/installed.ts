import type { LanguageKey } from '@balloon/domain/languages.ts';
import type { Toolchain } from '#languages/toolchain.ts';

/** A language that this machine has, found and tried out at judge start. */
export interface InstalledLanguage {
  key: LanguageKey;
  toolchain: Toolchain;
  /** As the compiler tells it; shown to participants and stored with each verdict. */
  version: string;
  /** Changes with the compiler or our way of calling it; part of the name of every cached program. */
  stamp: string;
  /** What its hello world took, when it was tried at this start. */
  hello?: HelloTimes;
}

/** In milliseconds by the clock, as seen from here. */
export interface HelloTimes {
  compileMs: number;
  runMs: number;
}
