/** Parts of a letter, in the order in which they are read. */
export interface LetterText {
  subject: string;
  paragraphs: readonly string[];
  button?: { text: string; url: string };
  /** Small print below. */
  closing: string;
}

/** Composes a letter as plain text and as HTML that mail programs of any age show. */
export function composeLetter({ subject, paragraphs, button, closing }: LetterText) {
  const text = [...paragraphs, ...(button ? [`${button.text}:\n${button.url}`] : []), `-- \n${closing}`];
  return { subject, text: `${text.join('\n\n')}\n`, html: page(paragraphs, button, closing) };
}

function page(paragraphs: readonly string[], button: LetterText['button'], closing: string): string {
  const body = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`),
    button ? buttonHtml(button) : '',
    `<p style="margin:28px 0 0;color:#656d7a;font-size:14px">${escaped(closing)}</p>`,
  ];
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="${BODY}">
<div style="max-width:520px;margin:0 auto">
${body.filter(Boolean).join('\n')}
</div></body></html>`;
}

function buttonHtml({ text, url }: { text: string; url: string }): string {
  return `<p style="margin:28px 0"><a href="${escaped(url)}" style="${BUTTON}">${escaped(text)}</a></p>
<p style="margin:0;color:#656d7a;font-size:14px;word-break:break-all">${escaped(url)}</p>`;
}

const BODY = 'margin:0;padding:32px 20px;background:#fff;color:#14171c;font:16px/1.55 system-ui,sans-serif';
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:10px;background:#2440d6;color:#fff;text-decoration:none';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
