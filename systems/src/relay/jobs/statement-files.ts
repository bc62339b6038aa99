import type { StatementFile } from '@balloon/contracts/judging/imported-problem.ts';
import { MAX_STATEMENT_FILE_BYTES } from '@balloon/contracts/outside/relay-jobs.ts';
import { OutsideError } from '#failures.ts';
import { readHtml } from '#pages/read-page.ts';
import { sha256Of } from '#relay/jobs/content-hash.ts';
import type { JobWork } from '#relay/jobs/job-work.ts';
import type { Picture, PictureSource } from '#relay/jobs/picture-source.ts';

/** Files of one problem: pictures that its statements show, and its document. */
export interface StatementFiles {
  /** Brings the pictures of a statement; those that cannot be had stay where they are. */
  bringPictures(html: string): Promise<{ html: string; files: StatementFile[] }>;
  /** @throws {OutsideError} when the document is too large */
  addDocument(content: Uint8Array): StatementFile;
  /** Addresses of pictures that were not there now, and may be there later. */
  missing(): string[];
  /** Stores what the web does not have yet. */
  store(): Promise<void>;
}

/** Most pictures of one problem. */
const MAX_PICTURES = 40;

/** Opens the files of a problem. @param pictures where those of all problems of the job come from */
export function openStatementFiles(work: JobWork, pictures: PictureSource): StatementFiles {
  const contents = new Map<string, Uint8Array>();
  /** Pictures by address: a problem shows the same ones in each language. */
  const brought = new Map<string, Picture>();
  const missing = new Set<string>();

  async function bring(address: string): Promise<Picture | null> {
    const known = brought.get(address);
    if (known || brought.size >= MAX_PICTURES) return known ?? null;
    const found = await pictures.get(address);
    if (found === 'passing') missing.add(address.slice(0, 2_000));
    if (found === 'passing' || found === null) return null;
    brought.set(address, found);
    return found;
  }

  function add(content: Uint8Array, file: StatementFile): StatementFile {
    contents.set(file.sha256, content);
    return file;
  }

  return {
    async bringPictures(html) {
      const $ = readHtml(html);
      const files = new Map<string, StatementFile>();
      for (const element of $('img[src]').toArray()) {
        const picture = await bring($(element).attr('src') ?? '');
        if (!picture) continue;
        const file = add(picture.content, pictureFile(picture));
        files.set(file.name, file);
        $(element).attr('src', `problem-file:${file.name}`);
      }
      return { html: files.size === 0 ? html : $.html(), files: [...files.values()] };
    },
    addDocument: (content) => add(content, documentFile(content)),
    missing: () => [...missing].toSorted(),
    store: () => storeContents(work, contents),
  };
}

function pictureFile({ content, mediaType, extension }: Picture): StatementFile {
  const sha256 = sha256Of(content);
  return { name: `${sha256.slice(0, 16)}.${extension}`, sha256, bytes: content.byteLength, mediaType };
}

/** Describes the document of a statement. @throws {OutsideError} when it is too large */
function documentFile(content: Uint8Array): StatementFile {
  const bytes = content.byteLength;
  if (bytes > MAX_STATEMENT_FILE_BYTES)
    throw new OutsideError('drift', `The document of the statement has ${bytes} bytes`);
  return { name: 'statement.pdf', sha256: sha256Of(content), bytes, mediaType: 'application/pdf' };
}

/** Uploads contents that the web does not have yet. @param contents by their SHA-256 */
export async function storeContents(
  { ask }: JobWork,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const blobs = [...contents.keys()];
  if (blobs.length === 0) return;
  const missing = await ask((api, lease, signal) => api.jobMissingBlobs({ ...lease, blobs }, signal));
  for (const sha256 of missing) {
    const content = contents.get(sha256);
    if (content) await ask((api, lease, signal) => api.uploadJobBlob(lease, sha256, content, signal));
  }
}
