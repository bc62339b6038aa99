import type { Attachments } from '@balloon/contracts/problems/problems.ts';

/** A file of a statement or a message. */
export type AttachedFile = NonNullable<Attachments['files']>[number];

/** Whether an address is on this site or on the web; others, such as `javascript:`, are never linked. */
export function isWebAddress(url: string): boolean {
  return /^(https?:\/\/|\/(?!\/))/i.test(url);
}

const isOurs = (url: string) => /^\/(?![/\\])/.test(url);

/**
 * Address to show a file from inside the statement; `undefined` makes it a tile. Only local files are framed
 * or read: the hall may have no other network, and a foreign viewer would learn who reads. Pictures may be
 * foreign, as in texts. No browser shows documents and spreadsheets.
 */
export function embedAddress({ type, url, embedUrl, downloadUrl }: AttachedFile): string | undefined {
  const addresses = [embedUrl, url, downloadUrl].filter((address) => address !== undefined);
  if (type === 'image') return addresses.find(isWebAddress);
  if (type === 'pdf' || type === 'txt') return addresses.find(isOurs);
  return undefined;
}

/** Sorts files as shown: displayable ones first, then by type, otherwise in their author's order. */
export function inOrder(files: readonly AttachedFile[], areShown: boolean): AttachedFile[] {
  const rank = (file: AttachedFile) => (areShown && embedAddress(file) !== undefined ? 0 : 1);
  return files
    .filter(({ url }) => isWebAddress(url))
    .toSorted((one, other) => rank(one) - rank(other) || one.type.localeCompare(other.type));
}
