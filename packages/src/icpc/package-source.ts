import type { OpenedPackage } from '#opened-package.ts';
import { featureWithoutEffect, PackageError, type PackageRemark } from '#package-error.ts';
import type { PackageFile } from '#problem-package.ts';

/** Package while it is read: its files by folder, and remarks about it. */
export class PackageSource {
  readonly opened: OpenedPackage;
  readonly remarks: PackageRemark[] = [];

  constructor(opened: OpenedPackage) {
    this.opened = opened;
  }

  note(text: string): void {
    this.remarks.push({ level: 'note', text });
  }

  warn(text: string): void {
    this.remarks.push({ level: 'warning', text });
  }

  /** Remarks that a feature of the package has no effect, and what to do about it. */
  withoutEffect(feature: string): void {
    this.remarks.push({ level: 'error', text: featureWithoutEffect(feature) });
  }

  has(path: string): boolean {
    return this.opened.find(path) !== null;
  }

  /** Lists files beneath a folder, relative to it. Hidden ones are ignored, as the format says. */
  filesUnder(folder: string): string[] {
    const prefix = `${folder}/`;
    return this.opened.files
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length))
      .filter((path) => !isHidden(path));
  }

  /** Lists the direct entries of a folder by name: a file, or a folder with everything beneath it. */
  entriesOf(folder: string): FolderEntry[] {
    const entries = new Map<string, FolderEntry>();
    for (const path of this.filesUnder(folder)) {
      const slash = path.indexOf('/');
      const name = slash < 0 ? path : path.slice(0, slash);
      const entry = entries.get(name) ?? { name, path: `${folder}/${name}`, isFolder: slash >= 0, files: [] };
      entry.files.push(slash < 0 ? path : path.slice(slash + 1));
      entries.set(name, entry);
    }
    return [...entries.values()].sort((a, b) => compareNames(a.name, b.name));
  }

  /** Returns a file by its path, named `name` where it is used. @throws PackageError when it is missing */
  file(inPackage: string, name: string): PackageFile {
    const path = this.opened.find(inPackage);
    if (path === null) throw new PackageError(`${inPackage} is missing`);
    return { name, path, inPackage };
  }

  /** Reads the text of a file; empty where it is absent or too large to be a source. */
  async textOf(inPackage: string): Promise<string> {
    try {
      return await this.opened.readText(inPackage, MAX_SOURCE_BYTES);
    } catch (error) {
      if (error instanceof PackageError) return '';
      throw error;
    }
  }
}

const MAX_SOURCE_BYTES = 1024 * 1024;

export interface FolderEntry {
  name: string;
  /** Path relative to the package's root. */
  path: string;
  isFolder: boolean;
  /** Files of a folder: everything beneath, relative to it. Of a file: itself. */
  files: string[];
}

function isHidden(path: string): boolean {
  return path.startsWith('.') || path.includes('/.');
}

/** Compares names in the order of the format: by bytes, without locale. */
export function compareNames(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Returns the part after the last dot, with the dot: `.cpp`; empty where there is none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= name.lastIndexOf('/') ? '' : name.slice(dot);
}

/** Converts a path to a name that a program's folder may contain: blanks and the like become `_`. */
export function plainName(path: string): string {
  return path
    .split('/')
    .map((part) => part.replace(/[^A-Za-z0-9_.+-]/g, '_').replace(/^\.+/, '_'))
    .join('/');
}
