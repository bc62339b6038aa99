import { createHash } from 'node:crypto';
import type { PICTURE_TYPES } from '@balloon/contracts/site/setting-limits.ts';
import { MAGIC_BYTES, mediaTypeOf } from '#content/file-kinds.ts';

/** Kinds of pictures and the ending by which they are served. */
const ENDINGS = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
} as const satisfies Record<(typeof PICTURE_TYPES)[number], string>;

const DATA_URL = /^data:(image\/[a-z+]+);base64,/;
const HASH_LENGTH = 12;

/** Picture that an admin has sent. */
export interface StoredPicture {
  /** Name that changes with the content, so that browsers keep no old one. */
  name: string;
  content: Buffer;
}

/** Decodes a data URL; null when it is none of a picture. */
export function readPicture(url: unknown): StoredPicture | null {
  const [head = '', type = ''] = (typeof url === 'string' && DATA_URL.exec(url)) || [];
  const ending = ENDINGS[type as keyof typeof ENDINGS];
  if (ending === undefined) return null;
  const content = Buffer.from(String(url).slice(head.length), 'base64');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  return { name: `${hash}.${ending}`, content };
}

/** Whether the content is of the kind that the data URL names. */
export function isTruePicture(url: string): boolean {
  const [, type] = DATA_URL.exec(url) ?? [];
  const content = readPicture(url)?.content;
  if (!content) return false;
  return type === 'image/svg+xml'
    ? looksLikeSvg(content)
    : mediaTypeOf(content.subarray(0, MAGIC_BYTES)) === type;
}

/** Bytes at the beginning among which the first element of an SVG stands, behind declarations and comments. */
const SVG_HEAD_BYTES = 4096;

const looksLikeSvg = (content: Buffer) => {
  const head = content.subarray(0, SVG_HEAD_BYTES).toString('utf8').trimStart();
  return head.startsWith('<') && head.includes('<svg');
};

/** Describes a picture for the audit log; null when it is none. */
export function pictureText(value: unknown): string | null {
  const picture = readPicture(value);
  return picture && `${picture.name}, ${Math.ceil(picture.content.length / 1024)} KB`;
}
