import type { NamedFile } from '#features/packages/zip-folder.ts';

/** What becomes one upload: an archive as it is, or the files of a folder that will be packed. */
export interface ChosenPackage {
  /** Name of the archive. */
  name: string;
  files: readonly NamedFile[];
  isFolder: boolean;
}

export interface Choice {
  packages: readonly ChosenPackage[];
  /** Number of files in folders that are neither archives nor part of a package. */
  skippedNumber: number;
}

const MANIFESTS = ['problem.xml', 'problem.yaml', 'problem.xml.polygon'];

/**
 * Divides dropped files into uploads: each folder with a package, packed, and each archive outside of them. Single files
 * that are no archives are kept, so that the person learns why they cannot be uploaded; others in folders are skipped.
 */
export function choosePackages(files: readonly NamedFile[]): Choice {
  const folders = packageFolders(files);
  const inFolders = new Set<NamedFile>();
  const packed = folders.map((folder): ChosenPackage => {
    const own = files.filter(({ path }) => path.startsWith(`${folder}/`));
    for (const file of own) inFolders.add(file);
    const name = folder.split('/').at(-1) ?? folder;
    return { name: `${name}.zip`, files: own.map((file) => beneath(file, folder)), isFolder: true };
  });
  const others = files.filter((file) => !inFolders.has(file));
  const alone = others.filter(({ path }) => !path.includes('/') || isZip(path));
  const archives = alone.map(({ path, file }): ChosenPackage => {
    return { name: file.name, files: [{ path, file }], isFolder: false };
  });
  return { packages: [...packed, ...archives], skippedNumber: others.length - alone.length };
}

const isZip = (path: string) => path.toLowerCase().endsWith('.zip');

const beneath = ({ path, file }: NamedFile, folder: string) => ({
  path: path.slice(folder.lastIndexOf('/') + 1), // with the folder's own name
  file,
});

function packageFolders(files: readonly NamedFile[]): string[] {
  const folders = new Set(
    files
      .filter(({ path }) => MANIFESTS.includes(path.slice(path.lastIndexOf('/') + 1)) && path.includes('/'))
      .map(({ path }) => path.slice(0, path.lastIndexOf('/'))),
  );
  return [...folders].filter((folder) => ![...folders].some((other) => folder.startsWith(`${other}/`)));
}
