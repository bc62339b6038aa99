import { basename, extname } from 'node:path/posix';
import type { PackageFile } from '#problem-package.ts';
import { endingOf, isPicture, KNOWN_ENDINGS, mediaTypeOf } from '#statements/media-type.ts';
import type { RenderedFile } from '#statements/rendered-statement.ts';

/** Files beside a statement; records which of them the HTML names. */
export interface StatementFiles {
  /** Returns the file for a reference, which may lack the folder and the ending; null when there is none. */
  find(reference: string): PackageFile | null;
  /** Like `find`, for a file that a browser can show: `fig.pdf` finds `fig.svg` that lies beside it. */
  findPicture(reference: string): PackageFile | null;
  /** Returns the address of a file in the HTML. */
  addressOf(file: PackageFile): string;
  readonly used: readonly RenderedFile[];
}

export function openStatementFiles(resources: readonly PackageFile[]): StatementFiles {
  const used = new Map<string, RenderedFile>();
  const find = (reference: string) => findAmong(resources, reference);
  return {
    find,
    findPicture(reference) {
      const file = find(reference);
      if (file !== null && isPicture(file)) return file;
      return resources.find((other) => isPicture(other) && stemOf(other.name) === stemOf(reference)) ?? file;
    },
    addressOf(file) {
      const known = used.get(file.path);
      const taken = [...used.values()].map(({ name }) => name);
      const name = known?.name ?? unusedName(safeName(file.name), taken);
      used.set(file.path, { name, path: file.path, mediaType: mediaTypeOf(file.name) });
      return `problem-file:${name}`;
    },
    get used() {
      return [...used.values()];
    },
  };
}

function findAmong(files: readonly PackageFile[], reference: string): PackageFile | null {
  const wanted = plain(reference);
  const same = (test: (name: string) => boolean) => files.find(({ name }) => test(plain(name)));
  return (
    same((name) => name === wanted) ??
    same((name) => basename(name) === basename(wanted)) ??
    // Without an ending; pictures that browsers show come before others.
    KNOWN_ENDINGS.map((ending) => same((name) => basename(name) === basename(wanted) + ending)).find(
      (file) => file !== undefined,
    ) ??
    null
  );
}

/** Normalises a reference, since authors work on systems that distinguish neither case nor slashes. */
function plain(reference: string): string {
  return reference.trim().replaceAll('\\', '/').replace(/^\.\//, '').toLowerCase();
}

function stemOf(reference: string): string {
  const name = basename(plain(reference));
  return KNOWN_ENDINGS.includes(extname(name)) ? name.slice(0, -extname(name).length) : name;
}

/** Makes a name of Latin letters, digits and a few signs, which need no escape in an address. */
function safeName(name: string): string {
  const ending = /^\.[a-z0-9]{1,10}$/.test(endingOf(name)) ? endingOf(name) : '';
  const stem = ending === '' ? name : name.slice(0, -ending.length);
  const segments = stem
    .split('/')
    .map((segment) => segment.normalize('NFKD').replace(/[^A-Za-z0-9_+]+/g, '-'));
  const readable = segments
    .map((segment) => segment.replace(/^-+|(?<!-)-+$/g, ''))
    .filter((segment) => segment !== '');
  return `${readable.join('/').slice(0, 150).replace(/\/$/, '') || 'file'}${ending}`;
}

function unusedName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const ending = extname(name);
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 2; ; number += 1) {
    const candidate = `${stem}-${number}${ending}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
