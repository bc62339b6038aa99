import type { PackageLimits } from '#opening/limits.ts';
import { PackageError } from '#package-error.ts';

/**
 * Refuses a name in an archive that could lie outside of the folder into which we unpack, or that no honest packer
 * writes. An accepted name is relative, uses forward slashes, and has no empty, `.` or `..` part.
 */
export function checkEntryName(name: string, limits: PackageLimits): void {
  const fault = faultOf(name, limits);
  if (fault === null) return;
  throw new PackageError(`The archive has an entry ${JSON.stringify(name.slice(0, 200))}: ${fault}`);
}

function faultOf(name: string, limits: PackageLimits): string | null {
  const path = name.endsWith('/') ? name.slice(0, -1) : name; // a folder
  if (path === '') return 'it has no name. Pack the folder again.';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what we refuse
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'control characters in names are refused. Rename the file.';
  if (path.includes('\\'))
    return 'parts of a path must be separated by "/". Pack the folder with another program.';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'absolute paths are refused. Pack with relative paths.';
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return 'paths with empty parts, "." or ".." are refused. Pack the folder again.';
  }
  if (path.length > limits.pathChars) return `its path is longer than ${limits.pathChars} characters.`;
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return 'its file name is longer than 255 bytes.';
  if (parts.length > limits.depth) return `it lies deeper than ${limits.depth} folders.`;
  return null;
}

/** Whether a file was left by systems or tools beside the files of a package. */
export function isClutter(name: string): boolean {
  return CLUTTER.has(name) || name.startsWith('._');
}

const CLUTTER = new Set([
  '__MACOSX',
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '.git',
  '.hg',
  '.svn',
  '.idea',
  '.vscode',
]);
