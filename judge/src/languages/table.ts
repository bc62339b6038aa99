import type { LanguageKey } from '@balloon/domain/languages.ts';
import { c, cpp17, cpp20, cpp23 } from './c-and-cpp.ts';
import { java } from './java.ts';
import { csharp, go, pascal, rust } from './native.ts';
import { javascript, python3 } from './scripts.ts';
import type { Toolchain } from './toolchain.ts';

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
