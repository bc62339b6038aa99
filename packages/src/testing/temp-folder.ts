import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Content of a test's folder: contents by path; a link's target instead. */
export type FolderContents = Record<string, string | Uint8Array | { linkTo: string }>;

export interface TempFolder extends AsyncDisposable {
  path: string;
  write(contents: FolderContents): Promise<void>;
}

/** Makes a folder that is removed at the end of the test. */
export async function tempFolder(contents: FolderContents = {}): Promise<TempFolder> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'balloon-packages-test-')));
  const write = async (more: FolderContents) => {
    for (const [name, content] of Object.entries(more)) {
      const place = path.join(folder, name);
      await mkdir(path.dirname(place), { recursive: true });
      if (typeof content === 'string' || content instanceof Uint8Array) await writeFile(place, content);
      else await symlink(content.linkTo, place);
    }
  };
  await write(contents);
  return { path: folder, write, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
