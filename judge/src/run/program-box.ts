import { chmodSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '#run/program.ts';

/** Folder of the test's files. Programs have no file of this name, since hidden names are refused. */
const DATA = '.test';

/** Program of the author with the files of a test beside it, shown to a container as /box. */
export interface ProgramBox<Name extends string> {
  folder: string;
  /** Paths inside the container. */
  paths: Readonly<Record<Name, string>>;
  /**
   * Replaces the test's files: names → host paths. They are links, so that a large file costs as much as a small one.
   */
  show(files: Readonly<Record<Name, string>>): void;
}

/**
 * Makes the folder that becomes /box.
 *
 * @param folder made anew; on the file system of programs and blobs
 */
export function openProgramBox<const Name extends string>(
  program: Program,
  folder: string,
  names: readonly Name[],
): ProgramBox<Name> {
  rmSync(folder, { recursive: true, force: true });
  linkTree(program.folder, folder);
  makeFolder(join(folder, DATA));
  const hostPath = (name: Name) => join(folder, DATA, `${name}.txt`);
  return {
    folder,
    paths: Object.fromEntries(names.map((name) => [name, `/box/${DATA}/${name}.txt`])) as Record<
      Name,
      string
    >,
    show(files) {
      for (const name of names) {
        rmSync(hostPath(name), { force: true });
        linkSync(files[name], hostPath(name));
      }
    },
  };
}

function linkTree(from: string, to: string): void {
  makeFolder(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkSync(source, target);
  }
}

/** Makes a folder readable for programs, which have another uid: the judge may run with a tight umask. */
function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o755);
}
