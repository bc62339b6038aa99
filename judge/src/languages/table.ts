import type { LanguageKey } from '@balloon/domain/languages.ts';
import { c, cpp17, cpp20, cpp23 } from '#languages/c-and-cpp.ts';
import { java } from '#languages/java.ts';
import { csharp, go, pascal, rust } from '#languages/native.ts';
import { javascript, python3 } from '#languages/scripts.ts';
import type { Toolchain } from '#languages/toolchain.ts';

/** How each language of the platform compiles and runs here; a new one is a new declaration and a line. */
export const TOOLCHAINS = {
  c,
  cpp17,
  cpp20,
  cpp23,
  python3,
  java,
  pascal,
  go,
  rust,
  javascript,
  csharp,
} as const satisfies Record<LanguageKey, Toolchain>;
