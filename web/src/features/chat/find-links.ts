import { LinkifyIt } from 'linkify-it';

/** A piece of a message: plain text, or an address to link. */
export interface Piece {
  text: string;
  href: string | null;
}

/** Finds addresses that begin with http:// or https:// only: other schemes may run code. */
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);
/** Marks of emphasis that people put around an address. */
const TAIL = /[*_~]+$/;

/** Finds the web addresses in a text; all pieces together are the text. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, raw } of linkify.match(text) ?? []) {
    const address = raw.replace(TAIL, '');
    const url = URL.parse(address);
    if (url === null) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), href: null });
    pieces.push({ text: address, href: url.href });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null });
  return pieces;
}
