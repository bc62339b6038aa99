import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { MAX_SLOTS } from '@balloon/contracts/settings/judging-settings.ts';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import type { OpenWorkshop } from '@balloon/judge/workshop/open-workshop.ts';
import { DATA_LAYOUT, openDataDir } from '#files/data-dir.ts';
import { takeLock } from '#files/directory-lock.ts';
import { warn } from '#say.ts';
import { StartError } from '#start-error.ts';

/** Judge without a site, for a command: the sandbox, the languages, a slot for each core. */
export interface ToolWorkshop extends AsyncDisposable {
  open: OpenWorkshop;
}

const FOLDER = 'commands';

/**
 * Opens a workshop in the data directory, where the next command finds its caches; while another command works there,
 * in a folder of its own that is deleted afterwards.
 *
 * @param options.precompiledHeaders waits until they are made, which pays for many C++ solutions only
 * @throws {StartError} nothing can be judged on this machine
 */
export async function openToolWorkshop(
  settings: Settings,
  options: { precompiledHeaders: boolean },
): Promise<ToolWorkshop> {
  const { openWorkshop } = await import('@balloon/judge/workshop/open-workshop.ts');
  const folder = await takeFolder(settings.dataDir);
  try {
    const open = await openWorkshop({
      workDir: folder.path,
      slots: Math.min(MAX_SLOTS, availableParallelism()),
      precompiledHeaders: options.precompiledHeaders,
      blobSource: () => Promise.reject(new Error('A package brings all of its files')),
      log: { info: () => {}, warn: () => {}, error: warn },
      ...(settings.sandboxMode === 'auto' ? {} : { sandboxMode: settings.sandboxMode }),
    });
    // A compiler in the background would disturb every measurement.
    await open.headersReady;
    return {
      open,
      async [Symbol.asyncDispose]() {
        await open.close();
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    throw new StartError(`nothing can be judged here: ${(error as Error).message}`, { cause: error });
  }
}

async function takeFolder(dataDir: string) {
  try {
    const folder = path.join(openDataDir(dataDir), DATA_LAYOUT.judge, FOLDER);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = takeLock(path.join(folder, 'lock'), () => 'another command works there');
    return { path: folder, release: async () => lock.release() };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const folder = await mkdtemp(path.join(tmpdir(), 'balloon-'));
    return { path: folder, release: () => rm(folder, { recursive: true, force: true }) };
  }
}
