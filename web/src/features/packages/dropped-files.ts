import type { NamedFile } from '#features/packages/zip-folder.ts';

/** The most files that are read from dropped folders; an archive may hold as many. */
const MAX_FILES = 65_000;

/**
 * Reads all dropped files, also those in folders. Must be called in the event itself: its data are gone afterwards.
 *
 * @throws {RangeError} a folder with too many files
 */
export async function readDropped(data: DataTransfer): Promise<NamedFile[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const plain = Array.from(data.files);
  const known = entries.filter((entry) => entry !== null);
  if (known.length === 0) return plain.map((file) => ({ path: file.name, file }));
  const found: NamedFile[] = [];
  for (const entry of known) await readEntry(entry, found);
  return found;
}

async function readEntry(entry: FileSystemEntry, found: NamedFile[]): Promise<void> {
  if (found.length > MAX_FILES) throw new RangeError('Too many files');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ''), file });
  } else if (isFolder(entry)) {
    for (const child of await childrenOf(entry)) await readEntry(child, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Browsers give the content of a folder in portions, until one is empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Files of an input; those of a chosen folder with their paths in it. */
export const readPicked = (files: FileList): NamedFile[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }));
