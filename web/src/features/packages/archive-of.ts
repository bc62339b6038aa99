import type { ChosenPackage } from '#features/packages/chosen-packages.ts';
import type { FileInPieces } from '#features/packages/send-in-pieces.ts';
import { zipFolder } from '#features/packages/zip-folder.ts';
import { ApiError } from '#shared/api/calls/api-error.ts';

const ZIP_START = 'PK\u0003\u0004';

/**
 * Archive of what was chosen, a folder packed.
 *
 * @throws {ApiError} NOT_A_ZIP; FOLDER_UNREADABLE when a folder changed meanwhile
 */
export async function archiveOf(chosen: ChosenPackage): Promise<FileInPieces> {
  const content = await contentOf(chosen);
  if ((await firstBytes(content)) !== ZIP_START) throw refusal('NOT_A_ZIP');
  return { content, fileName: chosen.name, modifiedAtMs: modifiedAtMs(chosen) };
}

async function contentOf({ files, isFolder }: ChosenPackage): Promise<Blob> {
  try {
    const [only] = files;
    return isFolder || !only ? await zipFolder(files) : only.file;
  } catch {
    throw refusal('FOLDER_UNREADABLE');
  }
}

async function firstBytes(archive: Blob): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await archive.slice(0, ZIP_START.length).arrayBuffer()));
  } catch {
    throw refusal('FOLDER_UNREADABLE');
  }
}

const modifiedAtMs = ({ files }: ChosenPackage) =>
  files.reduce((latest, { file }) => Math.max(latest, file.lastModified), 0);

const refusal = (code: string) => new ApiError({ code, description: '', status: 400 });
