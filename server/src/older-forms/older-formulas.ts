import { remembered } from '#content/remembered.ts';

/** Our signs around formulas → those that older clients know. */
const SIGNS = [
  { left: '\\(', right: '\\)', older: '$$$' },
  { left: '\\[', right: '\\]', older: '$$$$$$' },
] as const;

/** Elements whose text is no formula. */
const VERBATIM = /^<(\/?)(?:pre|code)\b/i;

/**
 * Gives formulas of sanitised HTML the signs that older clients typeset. Text of tags and code stays, as does a sign
 * whose other half stands in another text. Takes linear time.
 */
export const olderFormulas = remembered((html) => {
  let verbatimDepth = 0;
  const parts = textsAndTags(html).map((part, position) => {
    const isTag = position % 2 === 1;
    const [opens, slash] = (isTag && VERBATIM.exec(part)) || [];
    if (opens !== undefined) verbatimDepth += slash === '/' ? -1 : 1;
    return isTag || verbatimDepth > 0 ? part : formulasOfText(part);
  });
  return parts.join('');
});

/** Splits sanitised HTML, in which `<` begins a tag and `>` ends it: texts at even places, tags at odd ones. */
function textsAndTags(html: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (true) {
    const start = html.indexOf('<', at);
    const end = start < 0 ? -1 : html.indexOf('>', start) + 1;
    if (end <= 0) return [...parts, html.slice(at)];
    parts.push(html.slice(at, start), html.slice(start, end));
    at = end;
  }
}

function formulasOfText(text: string): string {
  let result = '';
  let done = 0;
  const missing = new Set<string>(); // closing signs that stand nowhere after this place
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', Math.max(at + 1, done))) {
    const sign = SIGNS.find(({ left }) => text.startsWith(left, at));
    if (sign === undefined || missing.has(sign.right)) continue;
    const end = text.indexOf(sign.right, at + 2);
    if (end < 0) {
      missing.add(sign.right);
      continue;
    }
    result += `${text.slice(done, at)}${sign.older}${text.slice(at + 2, end)}${sign.older}`;
    done = end + 2;
  }
  return result + text.slice(done);
}
