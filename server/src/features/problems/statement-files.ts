import { readBlob } from '@balloon/database/blobs.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { findReadableProblem, type ReadableProblem } from '#features/problems/problem-access.ts';
import type { StatementContent } from '#features/problems/problems.queries.ts';
import { findVersionStatements, findVersions } from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/*
 * Pictures and downloads of statements come out of packages and are not trusted. Browsers run nothing of
 * them: pictures are shown, PDF opens in the browser's viewer, everything else is only downloaded.
 */

const SHOWN_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'application/pdf',
]);
/** Type that is safe in an `img`, where its scripts do not run, and only downloaded when opened by itself. */
const SAVED_PICTURE = 'image/svg+xml';

const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** A sandboxed PDF is not shown by browsers at all; it runs in their viewer and not in our page. */
const PDF_POLICY = "script-src 'none'; frame-ancestors 'self'";

/** Address of a statement's file, by its stored name. */
export const fileAddress = (problemId: number, name: string) => `/api/problems/${problemId}/files/${name}`;

/** Completes the addresses of files in a stored statement, which name only the file. */
export function withFileAddresses(html: string, problemId: number): string {
  return html.replace(/\b(src|href)(\s*=\s*["']?)problem-file:/gi, (_, attribute, equals) => {
    return `${attribute}${equals}${fileAddress(problemId, '')}`;
  });
}

/** The reverse of `withFileAddresses`, for statements that come back from an editor. */
export function withStoredNames(html: string, problemId: number): string {
  return html.replace(
    /\b(src|href)(\s*=\s*["']?)\/api\/problems\/(\d+)\/files\//gi,
    (whole, attribute, equals, id) => {
      return Number(id) === problemId ? `${attribute}${equals}problem-file:` : whole;
    },
  );
}

/**
 * Returns a file of a statement to people who may read the problem.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, FILE_NOT_FOUND
 */
export async function readStatementFile(
  { db }: Services,
  user: User,
  wanted: { problemId: number; name: string },
) {
  const readable = await findReadableProblem(db, user, wanted.problemId);
  const { problem } = readable;
  const file = await findFile(db, problem.id, wanted.name);
  if (!file || !(await isShownTo(db, readable, wanted.name)))
    throw new NotFoundError('FILE_NOT_FOUND', `Problem ${problem.id} has no file ${wanted.name}`);
  return { ...file, content: () => readBlob(db, file.sha256) };
}

/** Whether a file is shown: readers of older versions only get the files of those, and none of newer ones. */
async function isShownTo(
  db: Db,
  { isCurrentReadable, readableVersions }: ReadableProblem,
  name: string,
): Promise<boolean> {
  if (isCurrentReadable || readableVersions === 'all') return true;
  const names = (content: StatementContent) =>
    content.htmlStatement.includes(name) || JSON.stringify(content.attachments).includes(name);
  const uuids = [...readableVersions];
  return (await findVersions(db, uuids)).some(names) || (await findVersionStatements(db, uuids)).some(names);
}

function findFile(db: Db, problemId: number, name: string) {
  return db
    .selectFrom('problemFile')
    .select(['name', 'sha256', 'sizeBytes', 'mediaType'])
    .where('problemId', '=', problemId)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Headers that restrict what the browser may do with a file. */
export function fileHeaders({
  name,
  sha256,
  mediaType,
}: {
  name: string;
  sha256: string;
  mediaType: string;
}) {
  const isShown = SHOWN_TYPES.has(mediaType);
  const fileName = name.split('/').at(-1); // plain letters, see FilePath
  return {
    'content-type': isShown || mediaType === SAVED_PICTURE ? mediaType : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${fileName}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': mediaType === 'application/pdf' ? PDF_POLICY : FILE_POLICY,
    etag: `"${sha256}"`,
    'cache-control': 'private, no-cache', // asked for each time, sent once: access may end
  };
}
