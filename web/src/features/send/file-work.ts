import {
  faultOfFiles,
  isSolutionFileName,
  type NamedText,
} from '@balloon/contracts/judging/solution-file-rules.ts';
import {
  MAX_SOLUTION_FILES,
  MAX_SOLUTION_ZIP_BYTES,
  MAX_SOURCE_BYTES,
} from '@balloon/contracts/judging/solution-limits.ts';
import type { Language } from '@balloon/contracts/problems/problems.ts';
import type { OpenedSolutionZip } from '@balloon/contracts/solutions/solutions.ts';
import { endingOfFamily } from '@balloon/domain/languages/languages.ts';
import i18next from 'i18next';
import type { SeveralFiles } from '#features/send/drafts.ts';
import { isZip, readSourceFile } from '#features/send/send.data.ts';
import { post } from '#shared/api/calls/api.ts';

/* Work on drafts of several files; loaded when somebody has some. */

/** Name for the only file of a draft, which had none: Java wants that of the class. */
function firstName(text: string, language: Language): string {
  const publicClass = /\bpublic\s+(?:final\s+)?class\s+([A-Za-z_]\w{0,50})/.exec(text)?.[1];
  if (language.languageFamily === 'java') return `${publicClass ?? 'Main'}.java`;
  return `main.${endingOf(language)}`;
}

const endingOf = ({ extensions, languageFamily }: Language) =>
  extensions[0] ?? endingOfFamily(languageFamily);

/** The draft of one file as the first of several. */
export function asSeveral(text: string, language: Language): SeveralFiles {
  const name = firstName(text, language);
  return { files: [{ name, content: text }], open: name, entryPoint: null };
}

/** A name that no file has. */
export function freeName(files: readonly NamedText[], language: Language): string {
  let number = files.length + 1;
  const name = () => `file${number}.${endingOf(language)}`;
  while (files.some((file) => file.name.toLowerCase() === name().toLowerCase())) number += 1;
  return name();
}

/** Why a file cannot have this name beside the others; null when it can. */
export function nameFault(name: string, others: readonly NamedText[]): string | null {
  if (!isSolutionFileName(name)) return i18next.t('send.files.badName');
  const isTaken = others.some((file) => file.name.toLowerCase() === name.toLowerCase());
  return isTaken ? i18next.t('errors.FILE_NAMES_EQUAL', { name }) : null;
}

/** Renames the open file. */
export function renamed({ files, open, entryPoint }: SeveralFiles, name: string): SeveralFiles {
  return {
    files: files.map((file) => (file.name === open ? { ...file, name } : file)),
    open: name,
    entryPoint: entryPoint === open ? name : entryPoint,
  };
}

/** Removes the open file, and opens the one before it. */
export function withoutOpen({ files, open, entryPoint }: SeveralFiles): SeveralFiles {
  const at = files.findIndex(({ name }) => name === open);
  const left = files.filter(({ name }) => name !== open);
  const next = left[Math.max(0, at - 1)]?.name ?? '';
  return { files: left, open: next, entryPoint: entryPoint === open ? null : entryPoint };
}

/**
 * The files of a draft before others are added: text without a name becomes one under a name that none of the others has.
 *
 * @returns null for an empty draft
 */
export function writtenFiles(
  { text, several, isEmpty }: { text: string; several: SeveralFiles | null; isEmpty: boolean },
  language: Language | undefined,
  others: readonly NamedText[],
): SeveralFiles | null {
  if (several !== null || isEmpty || language === undefined) return several;
  const own = asSeveral(text, language);
  const isTaken = others.some(({ name }) => name.toLowerCase() === own.open.toLowerCase());
  return isTaken ? renamed(own, freeName(others, language)) : own;
}

/** Adds files; one of the same name takes the place of the former. */
export function withFiles(several: SeveralFiles | null, added: readonly NamedText[]): SeveralFiles {
  const names = new Set(added.map(({ name }) => name));
  const kept = several?.files.filter(({ name }) => !names.has(name)) ?? [];
  const files = [...kept, ...added];
  return { files, open: added[0]?.name ?? several?.open ?? '', entryPoint: several?.entryPoint ?? null };
}

/** What the server would say against these files; null when nothing. Empty ones are still to be written. */
export function filesFault(files: readonly NamedText[]): string | null {
  const fault = faultOfFiles(files);
  if (fault === null || fault.code === 'FILES_EMPTY') return null;
  const facts = { name: fault.name, most: MAX_SOLUTION_FILES, mostKb: MAX_SOURCE_BYTES / 1024 };
  return i18next.t(`errors.${fault.code}`, facts);
}

/**
 * Reads files that were dropped or picked; archives are opened by the server.
 *
 * @throws {Error} with the key of a text, as `readSourceFile`; {ApiError} of an archive
 */
export async function readFiles(files: readonly File[]): Promise<NamedText[]> {
  const read = await Promise.all(
    files.map(async (file) =>
      isZip(file) ? await openZip(file) : [{ name: file.name, content: await readSourceFile(file) }],
    ),
  );
  return read.flat();
}

async function openZip(file: File): Promise<NamedText[]> {
  if (file.size > MAX_SOLUTION_ZIP_BYTES) throw new Error('send.files.zipTooLarge');
  const archive = await base64Of(file);
  return (await post<OpenedSolutionZip>('/api/solution-files', { archive })).files;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In parts: all bytes at once would be too many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
