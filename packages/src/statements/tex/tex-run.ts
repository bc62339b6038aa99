import type { Node } from '@unified-latex/unified-latex-types';
import type { ElementContent } from 'hast';
import type { Remarks } from '#statements/remarks.ts';
import type { StatementFiles } from '#statements/statement-files.ts';
import type { StatementWords } from '#statements/words.ts';

/** One text of TeX on its way to HTML: what handlers of macros know and leave behind. */
export interface TexRun {
  /** What turns TeX into nodes, and nodes into HTML: handlers know it through here, it knows the handlers. */
  parse(text: string): Node[];
  render(nodes: readonly Node[], run: TexRun): ElementContent[];
  words: StatementWords;
  files: StatementFiles;
  remarks: Remarks;
  /** Contents of text files that the TeX names, by path. */
  listings: ReadonlyMap<string, string>;
  /** `\newcommand` of the author, by name. */
  definitions: Map<string, Definition>;
  /** In the order of their numbers. */
  footnotes: ElementContent[][];
  /** Numbers of figures by label. */
  figures: ReadonlyMap<string, number>;
  /** Typewriter text: signs stand for themselves. */
  isMono: boolean;
  shared: {
    title: string | null;
    /** How many more uses of the author's macros are expanded: a few lines can ask for billions. */
    expansionsLeft: number;
  };
}

export interface Definition {
  arity: number;
  /** Of the first parameter, which is then optional. */
  fallback: string | null;
  body: string;
}

/** A place in a list of nodes. Macros read on from it. */
export interface Cursor {
  readonly nodes: readonly Node[];
  at: number;
}

/** The contents of an argument or environment as text, elements and breaks of paragraphs. */
export const texToHast = (nodes: readonly Node[], run: TexRun): ElementContent[] => run.render(nodes, run);
