import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedPackage } from '@balloon/packages/opened-package.ts';

/** Libraries of jury programs in C++ and in Java, with their sources of supply. */
const LIBRARIES = {
  'testlib.h': 'https://github.com/MikeMirzayanov/testlib',
  'testlib4j.jar': 'https://github.com/mbuzdalov/testlib4j',
} as const;
export type Library = keyof typeof LIBRARIES;

/** Finds testlib for programs whose package does not contain it beside them. */
export interface TestlibFinder {
  /** Returns an absolute path, or null. */
  find(library: Library): string | null;
  /** Returns a request to the operator for a library, with the name of the program that needs it. */
  request(library: Library, who: string): string;
}

/**
 * Searches the rest of the package first, then the operator's folder: versions differ in meaning, and the author
 * tried the package with the author's own.
 *
 * @param folder the configured folder; need not exist
 */
export function createTestlibFinder(opened: OpenedPackage, folder: string | null): TestlibFinder {
  const ownPlace = (library: Library) => (folder === null ? null : join(folder, library));
  return {
    find(library) {
      const inPackage = opened.files.find((file) => file === library || file.endsWith(`/${library}`));
      if (inPackage !== undefined) return opened.find(inPackage);
      const own = ownPlace(library);
      return own !== null && existsSync(own) ? own : null;
    },
    request(library, who) {
      const own = ownPlace(library);
      const remedy = own === null ? 'Add it to the package' : `Put it there: ${own}`;
      return `${who} needs ${library}, and the package does not carry it. ${remedy} (it is to be had at ${LIBRARIES[library]}), then try again`;
    },
  };
}
