import type { Attachments } from '@balloon/contracts/problems.ts';

/** A file of a statement or a message. */
export type AttachedFile = NonNullable<Attachments['files']>[number];

/** Ours or a web page's; an address such as `javascript:` is never made a link. */
export function isWebAddress(url: string): boolean {
  return /^(https?:\/\/|\/(?!\/))/i.test(url);
}

const isOurs = (url: string) => /^\/(?![/\\])/.test(url);

/**
 * Where a file is shown from, inside the statement; `undefined` makes it a tile. Only what lies here is framed or read:
 * the hall may have no other network, and a foreign viewer would learn who reads. Pictures may come from elsewhere, as
 * in texts. Documents and spreadsheets no browser shows.
 */
export function embedAddress({ type, url, embedUrl, downloadUrl }: AttachedFile): string | undefined {
  const addresses = [embedUrl, url, downloadUrl].filter((address) => address !== undefined);
  if (type === 'image') return addresses.find(isWebAddress);
  if (type === 'pdf' || type === 'txt') return addresses.find(isOurs);
  return undefined;
}

/** Files in the order of the screen: what is shown first, then by type, otherwise as their author put them. */
export function inOrder(files: readonly AttachedFile[], areShown: boolean): AttachedFile[] {
  const rank = (file: AttachedFile) => (areShown && embedAddress(file) !== undefined ? 0 : 1);
  return files
    .filter(({ url }) => isWebAddress(url))
    .toSorted((one, other) => rank(one) - rank(other) || one.type.localeCompare(other.type));
}
