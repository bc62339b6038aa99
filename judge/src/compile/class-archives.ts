import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderAhead, makeAhead, removeOlder } from '#compile/make-ahead.ts';
import type { ArchiveRecipe } from '#languages/toolchain.ts';
import type { SandboxSlot } from '#sandbox/sandbox.ts';

/**
 * Classes of a compiler that itself runs on a virtual machine, parsed and verified once: the machine maps the archive
 * instead of loading a thousand classes at each start.
 *
 * The virtual machine checks that the archive was made by the same build of itself and ignores it otherwise. So the
 * archive changes the time of a compilation and never its product. Programs of participants run without it.
 */
export interface ClassArchives {
  /** Returns the folder to show as /box, or null while there is none. */
  folder(recipe: ArchiveRecipe): string | null;
  /** Makes a missing archive, in a container of its own. Resolves to a complaint, or null. */
  make(container: SandboxSlot, recipe: ArchiveRecipe, stamp: string): Promise<string | null>;
}

/** Limit in KB; the archive of `javac` has 11 MB with Java 17. */
const ARCHIVE_MAX_KB = 128 * 1024;

export function openClassArchives(root: string): ClassArchives {
  const ready = new Map<string, string>();
  return {
    folder: ({ name }) => ready.get(name) ?? null,
    async make(container, recipe, stamp) {
      const { name, argv, source } = recipe;
      const folder = folderAhead(root, name, [stamp, recipe]);
      const to = join(folder, name);
      if (!existsSync(to)) {
        await mkdir(folder, { recursive: true });
        await chmod(folder, 0o755); // compilers have another uid, and the judge may run with a tight umask
        const from = join(folder, source.name);
        await writeFile(from, source.text);
        const end = await makeAhead(container, {
          argv,
          source: from,
          output: name,
          to,
          maxKb: ARCHIVE_MAX_KB,
        });
        if (end !== null) return `The archive ${name} could not be made: ${end}`;
      }
      ready.set(name, folder);
      await removeOlder(name, folder);
      return null;
    },
  };
}
