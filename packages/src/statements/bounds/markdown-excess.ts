import {
  findMarkdownExcess as findExcess,
  type MarkdownExcess,
} from '@balloon/domain/text/markdown-bounds.ts';
import { findHtmlExcess } from '#statements/bounds/html-excess.ts';

/** Returns which bound a Markdown text, or the HTML in it, exceeds; null if it may be parsed. */
export function findMarkdownExcess(markdown: string): string | null {
  const excess = findExcess(markdown);
  return excess === null ? findHtmlExcess(markdown, 'fragment') : REASONS[excess];
}

const REASONS: Record<MarkdownExcess, string> = {
  length: 'it is too long',
  nesting: 'its quotes or lists are nested too deeply',
  marks: 'a paragraph has too many signs of markup',
  cells: 'a table is too large',
};
