import type { Node } from '@unified-latex/unified-latex-types';
import type { ElementContent } from 'hast';
import type { Remarks } from '#statements/remarks.ts';
import type { StatementFiles } from '#statements/statement-files.ts';
import type { StatementWords } from '#statements/words.ts';

/** State of the rendering of one TeX text, which handlers of macros read and change. */
export interface TexRun {
  /** Parser and renderer, passed here because they import the handlers. */
  parse(text: string): Node[];
  render(nodes: readonly Node[], run: TexRun): ElementContent[];
  words: StatementWords;
  files: StatementFiles;
  remarks: Remarks;
  /** Contents of text files that the TeX names, by path. */
  listings: ReadonlyMap<string, string>;
  /** Definitions by the author's `\newcommand`, by name. */
  definitions: Map<string, Definition>;
  /** Footnotes in the order of their numbers. */
  footnotes: ElementContent[][];
  /** Numbers of figures by label. */
  figures: ReadonlyMap<string, number>;
  /** Whether the text is in typewriter font, where signs stand for themselves. */
  isMono: boolean;
  shared: {
    title: string | null;
    /** Number of further uses of the author's macros that are expanded: a few lines can cause billions. */
    expansionsLeft: number;
    /** Number of further characters to which those uses may expand. */
    charactersLeft: number;
  };
}

export interface Definition {
  arity: number;
  /** Default of the first parameter, which is then optional. */
  fallback: string | null;
  body: string;
}

/** Place in a list of nodes, from which macros read on. */
export interface Cursor {
  readonly nodes: readonly Node[];
  at: number;
}

/** Renders the contents of an argument or environment as text, elements and breaks of paragraphs. */
export const texToHast = (nodes: readonly Node[], run: TexRun): ElementContent[] => run.render(nodes, run);

/** Counts characters of expanded macros. @throws Error when the bound of the text is exceeded */
export function spendCharacters({ shared }: TexRun, count: number): void {
  shared.charactersLeft -= count;
  if (shared.charactersLeft < 0) throw new Error('its macros stand for too much text');
}
