import path from 'node:path';

/** Package that the operator named, or a complaint about the name. */
export interface NamedPackage {
  /** Path of a zip file or a folder. */
  path: string;
  /** Name for reports: the operator's argument, and the package's place in it. */
  name: string;
  complaint: string | null;
}

/**
 * Finds every package in files and folders, which may contain several; a name that leads nowhere becomes a complaint.
 */
export async function packagesIn(given: readonly string[]): Promise<NamedPackage[]> {
  const { findPackages } = await import('@balloon/packages/open-package.ts');
  const { PackageError } = await import('@balloon/packages/package-error.ts');
  const found: NamedPackage[] = [];
  for (const name of given) {
    const start = path.resolve(name);
    try {
      for (const one of await findPackages(start)) {
        found.push({ path: one, name: path.join(name, path.relative(start, one)), complaint: null });
      }
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      found.push({ path: start, name, complaint: error.message });
    }
  }
  return found;
}
