import { extname } from 'node:path/posix';

/** Media types of pictures that browsers show, the better format first. */
const PICTURES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...PICTURES,
  '.pdf': 'application/pdf',
  '.eps': 'application/postscript',
  '.ps': 'application/postscript',
  '.zip': 'application/zip',
  ...Object.fromEntries(
    [
      'txt',
      'in',
      'out',
      'ans',
      'md',
      'csv',
      'c',
      'h',
      'cpp',
      'hpp',
      'java',
      'py',
      'kt',
      'pas',
      'rs',
      'go',
    ].map((ending) => [`.${ending}`, 'text/plain; charset=utf-8']),
  ),
};

/** Returns the media type of a problem's file by its name. */
export const mediaTypeOf = (name: string) => MEDIA_TYPES[endingOf(name)] ?? 'application/octet-stream';

/** Whether browsers show the file as a picture. */
export const isPicture = ({ name }: { name: string }) => endingOf(name) in PICTURES;

/** Endings that a statement may leave out of a file's name; those of pictures that show come first. */
export const KNOWN_ENDINGS: readonly string[] = Object.keys(MEDIA_TYPES);

/** Returns the ending in small letters, with its dot; empty when there is none. */
export const endingOf = (name: string) => extname(name).toLowerCase();
