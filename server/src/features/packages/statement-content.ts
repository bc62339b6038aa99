import type {
  ImportedProblem,
  ImportedStatement,
  StatementFile,
} from '@balloon/contracts/imported-problem.ts';
import { Attachments } from '@balloon/contracts/problems.ts';
import { LOCALES } from '@balloon/domain/statement-locale.ts';
import sanitize from 'sanitize-html';
import { kindOfFile } from '#features/messages/file-kinds.ts';
import { fileAddress } from '#features/problems/statement-files.ts';

/** How much of the hash stands in a file's name, in hex digits. */
const NAME_HASH_LENGTH = 8;

/**
 * What a file of a package is called among all files of the problem. Versions and languages may have different
 * pictures under one name, and an address always means the same picture.
 */
export const storedFileName = ({ name, sha256 }: StatementFile) =>
  `${sha256.slice(0, NAME_HASH_LENGTH)}/${name}`;

/** `ru` → `ru-ru`; a language that the page has not keeps its two letters. */
export const localeOf = (language: string) =>
  LOCALES.find((locale) => locale.startsWith(`${language}-`)) ?? language;

/** A statement as stored: its references are to stored names. */
export function statementContent({ title, html, files, samples }: ImportedStatement) {
  const names = new Map(files.map((file) => [file.name, storedFileName(file)]));
  const htmlStatement = html.replace(/problem-file:([\w+./-]+)/g, (reference, name: string) => {
    const stored = names.get(name);
    return stored === undefined ? reference : `problem-file:${stored}`;
  });
  return { title, htmlStatement, samples: samples && JSON.stringify(samples) };
}

/** For searching. */
export function plainText(html: string): string {
  return sanitize(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s+/g, ' ').trim();
}

/**
 * The package's downloads among the problem's attachments: those of an earlier import go, what people wrote and
 * attached stays.
 */
export function attachmentsWith(
  before: object,
  { attachments }: ImportedProblem,
  problemId: number,
): Attachments {
  const kept = Attachments.safeParse(before).data ?? {};
  const own = (kept.files ?? []).filter((file) => file.isFromPackage !== true);
  const brought = attachments.map((file) => ({
    type: kindOfFile(file.name, file.mediaType),
    title: file.name,
    url: fileAddress(problemId, storedFileName(file)),
    isFromPackage: true,
  }));
  if (own.length + brought.length === 0) return kept;
  return { ...kept, files: [...own, ...brought] };
}
