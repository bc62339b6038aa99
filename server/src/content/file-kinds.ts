import type { MessageFile } from '@balloon/contracts/talk/messages.ts';

/** Number of bytes at the beginning that identify the kind of a file. */
export const MAGIC_BYTES = 12;

/** Kinds by the beginning of the contents, as ISO 8859-1. Names and declared types are not trusted. */
const MAGIC: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^%PDF-/, 'application/pdf'],
];

/** Media type that a browser may show; everything else is only downloaded. */
export function mediaTypeOf(head: Buffer): string {
  const text = head.subarray(0, MAGIC_BYTES).toString('latin1');
  return MAGIC.find(([beginning]) => beginning.test(text))?.[1] ?? 'application/octet-stream';
}

const KINDS = {
  doc: ['doc', 'docx', 'odt', 'rtf'],
  spreadsheet: ['xls', 'xlsx', 'ods', 'csv'],
} as const satisfies Partial<Record<MessageFile['type'], readonly string[]>>;

/** Tile that stands for a file. */
export function kindOfFile(name: string, mediaType: string): MessageFile['type'] {
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType.startsWith('image/')) return 'image';
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  const [kind] = Object.entries(KINDS).find(([, endings]) => endings.some((one) => one === ending)) ?? [];
  return (kind as keyof typeof KINDS | undefined) ?? 'txt';
}
