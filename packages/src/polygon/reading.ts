import path from 'node:path';
import { FilePath } from '@balloon/contracts/judging/testset.ts';
import type { OpenedPackage } from '#opened-package.ts';
import { readBytes } from '#opening/read-bytes.ts';
import { featureWithoutEffect, type PackageRemark } from '#package-error.ts';
import type { XmlElement } from '#polygon/parse-xml.ts';
import type { PackageFile } from '#problem-package.ts';
import { decodeStatement } from '#statements/read-text.ts';

/** Polygon package while it is read: its manifest, its files, and remarks for its author. */
export interface Reading {
  opened: OpenedPackage;
  problem: XmlElement;
  remarks: PackageRemark[];
}

export function warn(reading: Reading, text: string): void {
  reading.remarks.push({ level: 'warning', text });
}

export function note(reading: Reading, text: string): void {
  reading.remarks.push({ level: 'note', text });
}

/** Remarks that a feature by which the author's verdicts come about has no effect. */
export function withoutEffect(reading: Reading, feature: string): void {
  reading.remarks.push({ level: 'error', text: featureWithoutEffect(feature) });
}

/** Converts a path of the manifest to forward slashes: packages made on Windows may write `files\check.cpp`. */
export function pathOf(element: XmlElement | null): string | null {
  return element?.attribute('path')?.replaceAll('\\', '/').replace(/^\.\//, '') ?? null;
}

/** Returns a file of the package, named by its last part unless `name` says otherwise; null when there is none. */
export function fileAt(
  reading: Reading,
  inPackage: string,
  name = path.posix.basename(inPackage),
): PackageFile | null {
  const place = reading.opened.find(inPackage);
  return place === null ? null : { name: plainName(name), path: place, inPackage };
}

/**
 * Converts a name to one that judges accept: special characters (spaces, letters beyond ASCII) become underscores.
 * The manifest may state any name at all, and files are written by it, so that it must not lead out of their folder
 * either.
 */
function plainName(name: string): string {
  if (FilePath.safeParse(name).success) return name;
  const parts = name.split('/').filter(Boolean);
  const plain = parts.map((part) => part.replace(/[^A-Za-z0-9_.+-]/g, '_').replace(/^\./, '_')).join('/');
  return FilePath.safeParse(plain).success ? plain : `_${plain.replaceAll('/', '_').slice(-100)}`;
}

/** Reads the text of a statement's file, which may be older than UTF-8. */
export async function readOldText(reading: Reading, inPackage: string): Promise<string> {
  return decodeStatement(await readBytes(reading.opened, inPackage));
}
