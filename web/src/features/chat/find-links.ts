/** A piece of a message: plain text, or an address that opens. */
export interface Piece {
  text: string;
  href: string | null;
}

/** Only these two: an address may be anything else, and in somebody's message it must not run. */
const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** What a sentence puts behind an address. */
const TAIL = /[.,:;!?…*_~]+$/;

/** Finds the web addresses in a text; all pieces together are the text. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(found);
    const url = URL.parse(address);
    if (url === null || url.hostname === '') continue;
    if (index > from) pieces.push({ text: text.slice(from, index), href: null });
    pieces.push({ text: address, href: url.href });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}

/** Without the sentence's signs, and without a bracket that was opened before the address. */
function withoutTail(found: string): string {
  let address = found.replace(TAIL, '');
  for (const [open, close] of BRACKETS) {
    while (address.endsWith(close) && count(address, close) > count(address, open)) {
      address = address.slice(0, -1).replace(TAIL, '');
    }
  }
  return address;
}

const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const;

const count = (text: string, sign: string) => text.split(sign).length - 1;
