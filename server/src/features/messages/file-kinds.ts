import type { MessageFile } from '@balloon/contracts/messages.ts';

/** How many bytes at the beginning tell what a file is. */
export const MAGIC_BYTES = 12;

/** By the beginning of the contents, as ISO 8859-1. A name or the sender's word could lie. */
const MAGIC: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^%PDF-/, 'application/pdf'],
];

/** What a browser may show; everything else is only saved. */
export function mediaTypeOf(head: Buffer): string {
  const text = head.subarray(0, MAGIC_BYTES).toString('latin1');
  return MAGIC.find(([beginning]) => beginning.test(text))?.[1] ?? 'application/octet-stream';
}

const KINDS = {
  doc: ['doc', 'docx', 'odt', 'rtf'],
  spreadsheet: ['xls', 'xlsx', 'ods', 'csv'],
} as const satisfies Partial<Record<MessageFile['type'], readonly string[]>>;

/** Which tile stands for a file. */
export function kindOfFile(name: string, mediaType: string): MessageFile['type'] {
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType.startsWith('image/')) return 'image';
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  const [kind] = Object.entries(KINDS).find(([, endings]) => endings.some((one) => one === ending)) ?? [];
  return (kind as keyof typeof KINDS | undefined) ?? 'txt';
}
