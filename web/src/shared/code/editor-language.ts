import type { LanguageFamily } from '@balloon/domain/languages/languages.ts';
import type { Extension } from '@codemirror/state';

type Load = () => Promise<Extension>;

async function legacy(
  load: () => Promise<import('@codemirror/language').StreamParser<unknown>>,
): Promise<Extension> {
  const [{ StreamLanguage }, parser] = await Promise.all([import('@codemirror/language'), load()]);
  return StreamLanguage.define(parser);
}

/** Editor mode by `languageFamily`; each is loaded when first needed. */
const EDITOR_MODES: Record<LanguageFamily, Load> = {
  c_cpp: async () => (await import('@codemirror/lang-cpp')).cpp(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  java: async () => (await import('@codemirror/lang-java')).java(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  golang: async () => (await import('@codemirror/lang-go')).go(),
  rust: async () => (await import('@codemirror/lang-rust')).rust(),
  php: async () => (await import('@codemirror/lang-php')).php(),
  pascal: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/pascal')).pascal),
  csharp: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/clike')).csharp),
  kotlin: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/clike')).kotlin),
  haskell: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/haskell')).haskell),
  ocaml: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/mllike')).oCaml),
  ruby: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  d: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/d')).d),
  perl: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/perl')).perl),
  lua: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  sh: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  // VHDL took its words from Ada, for which there is no mode.
  ada: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/vhdl')).vhdl),
  r: () => legacy(async () => (await import('@codemirror/legacy-modes/mode/r')).r),
};

/** Loads the mode of a language family; an unknown one is edited as C++, which suits most. */
export function loadEditorMode(family: string): Promise<Extension> {
  const load = Object.hasOwn(EDITOR_MODES, family) ? EDITOR_MODES[family as LanguageFamily] : null;
  return (load ?? EDITOR_MODES.c_cpp)();
}
