import type { LanguageKey } from '@balloon/domain/languages/languages.ts';
import { c, cpp11, cpp14, cpp17, cpp20, cpp23 } from '#languages/c-and-cpp.ts';
import { haskell, ocaml } from '#languages/functional.ts';
import { java, kotlin } from '#languages/java.ts';
import { ada, csharp, d, delphi, go, pascal, rust } from '#languages/native.ts';
import { pypy3, python3 } from '#languages/python.ts';
import { bash, javascript, lua, perl, php, r, ruby } from '#languages/scripts.ts';
import type { Toolchain } from '#languages/toolchain.ts';

/** Toolchain of each language; a new language is a new declaration and a line here. */
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
  pypy3,
  kotlin,
  php,
  ruby,
  haskell,
  ocaml,
  d,
  perl,
  lua,
  bash,
  ada,
  r,
  cpp11,
  cpp14,
  delphi,
} as const satisfies Record<LanguageKey, Toolchain>;
