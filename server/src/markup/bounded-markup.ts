import { findMarkdownExcess, type MarkdownExcess } from '@balloon/domain/text/markdown-bounds.ts';
import { InvalidInputError } from '#errors.ts';
import { exceedsHtmlBounds } from '#markup/html-bounds.ts';

/**
 * Refuses Markdown that a page could not show within bounds.
 *
 * @throws {InvalidInputError} MARKUP_TOO_COMPLEX
 */
export function boundMarkdown(text: string): void {
  const excess = findMarkdownExcess(text);
  if (excess !== null) throw new InvalidInputError('MARKUP_TOO_COMPLEX', ADVICE[excess]);
}

const ADVICE: Record<MarkdownExcess, string> = {
  length: 'The text is too long: split it',
  nesting: 'Quotes or lists are nested too deeply in the text: use fewer levels',
  marks: 'The text has too many signs of markup: make paragraphs shorter, or put it into a file',
  cells: 'A table in the text is too large: split it, or put it into a file',
};

/**
 * Refuses HTML that a page could not show within bounds.
 *
 * @throws {InvalidInputError} MARKUP_TOO_COMPLEX
 */
export function boundHtml(html: string): void {
  if (!exceedsHtmlBounds(html)) return;
  throw new InvalidInputError(
    'MARKUP_TOO_COMPLEX',
    'The text is formatted too richly, or nested too deeply: simplify it, or paste it as plain text',
  );
}
