import type { Problem } from '@balloon/contracts/problems/problems.ts';
import { fetchAhead } from '#shared/api/browser/fetch-ahead.ts';

/** Fetches what will draw the text and the formulas of a statement, while the screen around them is being made. */
export function fetchTextAhead({ htmlStatement, attachments }: Problem): void {
  const ownText = attachments.content?.text ?? '';
  if (ownText.trim() !== '') fetchAhead('markdown');
  // A dollar more than needed costs a file that another statement will need.
  if (ownText.includes('$') || /\$|\\[([]|katex|tex-math/.test(htmlStatement)) fetchAhead('typeset');
}
