import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FolderContents, tempFolder } from '@balloon/packages/testing/temp-folder.ts';
import { buildPackage } from '#packages/build-package.ts';
import type { BuiltPackage } from '#packages/built-problem.ts';
import { openTestWorkshop } from '#testing/open-test-workshop.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

/** Builds small packages that tests define. */
export interface PackageBuilder extends AsyncDisposable {
  readonly open: OpenWorkshop;
  /** Whether this machine has a language. */
  has(language: string): boolean;
  /**
   * Builds a package from its files by path.
   *
   * @param operator files that the operator keeps in TESTLIB_DIR
   */
  build(files: FolderContents, operator?: FolderContents): Promise<BuiltPackage>;
}

/** Starts a real workshop in a folder of its own, which is deleted with it. */
export async function startPackageBuilder(): Promise<PackageBuilder> {
  const workDir = await mkdtemp(join(tmpdir(), 'balloon-packages-'));
  const open = await openTestWorkshop({
    workDir,
    slots: 2,
    blobSource: () => Promise.reject(new Error('nothing comes from elsewhere')),
    log: { info: () => {}, warn: () => {}, error: console.error },
  });
  return {
    open,
    has: (language) => open.workshop.languages.has(language as never),
    async build(files, operator = {}) {
      await using folder = await tempFolder(files);
      await using testlib = await tempFolder(operator);
      const place = { open, slots: open.slots, testlibFolder: testlib.path };
      const hooks = { progress: () => {}, signal: new AbortController().signal };
      return await buildPackage(folder.path, 'small', place, hooks);
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

/** Findings and solutions of a report, in a form that explains a failure of a test. */
export function toldBy({ report }: BuiltPackage) {
  return {
    errors: report.findings.filter(({ level }) => level === 'error').map(({ text }) => text),
    solutions: report.solutions.map(({ file, agrees, expected, got, detail }) =>
      agrees === 'yes' ? `${file} agrees` : { file, agrees, expected, got, detail },
    ),
  };
}
