import type { ImportedStatement, StatementFile } from '@balloon/contracts/judging/imported-problem.ts';
import { Attachments } from '@balloon/contracts/problems/problems.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import sanitize from 'sanitize-html';
import { kindOfFile } from '#content/file-kinds.ts';
import { fileAddress } from '#features/problems/statement-files.ts';
import { exceedsHtmlBounds } from '#markup/html-bounds.ts';

/** Hex digits of the hash in a file's name. */
const NAME_HASH_LENGTH = 8;

/**
 * Name of a package's file among all files of the problem. Versions and languages may have different pictures
 * under one name, while an address must always mean the same picture.
 */
export const storedFileName = ({ name, sha256 }: StatementFile) =>
  `${sha256.slice(0, NAME_HASH_LENGTH)}/${name}`;

/** `ru` → `ru-ru`; a language that the page has not keeps its two letters. */
export const localeOf = (language: string) =>
  LOCALES.find((locale) => locale.startsWith(`${language}-`)) ?? language;

/** A statement as stored, with references to stored names. */
export function statementContent({ title, html, files, samples }: ImportedStatement) {
  const names = new Map(files.map((file) => [file.name, storedFileName(file)]));
  const htmlStatement = html.replace(/problem-file:([\w+./-]+)/g, (reference, name: string) => {
    const stored = names.get(name);
    return stored === undefined ? reference : `problem-file:${stored}`;
  });
  return { title, htmlStatement, samples: samples && JSON.stringify(samples) };
}

/** Text of a statement, for searching; empty when it exceeds the bounds of HTML. */
export function plainText(html: string): string {
  if (exceedsHtmlBounds(html)) return '';
  return sanitize(html, { allowedTags: [], allowedAttributes: {} }).replace(/\s+/g, ' ').trim();
}

/**
 * Replaces the downloads of an earlier import among the problem's attachments by those of the package; text
 * and files added by people stay.
 */
export function attachmentsWith(
  before: object,
  { attachments }: { attachments: readonly StatementFile[] },
  problemId: number,
): Attachments {
  const kept = Attachments.safeParse(before).data ?? {};
  const own = (kept.files ?? []).filter((file) => file.isFromPackage !== true);
  const brought = attachments.map((file) => ({
    type: kindOfFile(file.name, file.mediaType),
    title: file.title ?? file.name,
    url: fileAddress(problemId, storedFileName(file)),
    isFromPackage: true,
  }));
  if (own.length + brought.length === 0) return kept;
  return { ...kept, files: [...own, ...brought] };
}
