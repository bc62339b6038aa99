import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedPackage } from '@balloon/packages/opened-package.ts';

/** Finds `testlib.h` for programs whose package does not carry it beside them. */
export interface TestlibFinder {
  /** Absolute path, or null. */
  find(): string | null;
  /** What to ask the operator for, naming who needs it. */
  request(who: string): string;
}

/**
 * Looks elsewhere in the package first, then in the operator's folder: versions differ in meaning, and the author's
 * own is the one that the package was tried with.
 *
 * @param folder the configured folder; need not exist
 */
export function createTestlibFinder(opened: OpenedPackage, folder: string | null): TestlibFinder {
  const inPackage = opened.files.find((file) => file === 'testlib.h' || file.endsWith('/testlib.h'));
  const own = folder === null ? null : join(folder, 'testlib.h');
  return {
    find() {
      if (inPackage !== undefined) return opened.find(inPackage);
      return own !== null && existsSync(own) ? own : null;
    },
    request: (who) =>
      `${who} includes testlib.h, and the package does not carry it. ${
        own === null ? 'Add it to the package' : `Put it there: ${own}`
      } (the file is at https://github.com/MikeMirzayanov/testlib), then try again`,
  };
}
