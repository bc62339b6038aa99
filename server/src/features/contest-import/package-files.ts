import type { BlobZip } from '#features/contest-import/blob-zip.ts';

/** Where the files of a contest package lie in its archive. */
export interface PackageFiles {
  /** Path of the file of a kind, such as `contest`; undefined where there is none. */
  fileOf(kind: string): string | undefined;
  /** The picture of an entry, such as the logo of an organisation, and whether there are only pictures that are not taken. */
  pictureOf(kind: string, id: string, property: string): { path: string | null; isOther: boolean };
  /** Path of a problem's package, a zip file or a folder, and its files; null where the archive has none. */
  problemOf(id: string): { part: string; names: string[] } | null;
}

const ENDINGS = ['json', 'yaml', 'yml', 'tsv', 'csv'] as const;
/** Kinds of pictures that an upload takes, too. */
const PICTURES: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'webp', 'gif']);
const MANIFESTS = ['problem.yaml', 'problem.xml'];

/** Finds the files of a package: at the top of the archive or in the only folder there. */
export function packageFiles({ names, sizeOf }: Pick<BlobZip, 'names' | 'sizeOf'>): PackageFiles {
  const known = new Set(names);
  const root = rootOf(names);
  const byFolder = groupByFolder(names, root);
  const fileOf = (kind: string) =>
    ENDINGS.flatMap((ending) => [`${root}${kind}.${ending}`, `${root}config/${kind}.${ending}`]).find(
      (name) => known.has(name),
    );
  return {
    fileOf,
    pictureOf(kind, id, property) {
      const own = (byFolder.get(`${kind}/${id}`) ?? []).filter((name) => isOf(baseOf(name), property));
      const taken = own.filter((name) => PICTURES.has(endingOf(name)));
      const [path = null] = taken.toSorted(
        (one, other) => widthOf(other) - widthOf(one) || sizeOf(other) - sizeOf(one),
      );
      return { path, isOther: own.length > 0 && path === null };
    },
    problemOf(id) {
      const inside = names.filter((name) => name.startsWith(`${root}problems/${id}/`));
      const zip = [`${root}problems/${id}/${id}.zip`, `${root}problems/${id}.zip`, `${root}${id}.zip`].find(
        (name) => known.has(name),
      );
      if (zip) return { part: zip, names: [zip] };
      const zips = (byFolder.get(`problems/${id}`) ?? []).filter((name) => endingOf(name) === 'zip');
      const [only] = zips;
      if (only && zips.length === 1) return { part: only, names: [only] };
      for (const folder of [`${root}problems/${id}`, `${root}${id}`, `${root}config/${id}`]) {
        if (!MANIFESTS.some((manifest) => known.has(`${folder}/${manifest}`))) continue;
        const own = folder.startsWith(`${root}problems/`)
          ? inside
          : names.filter((name) => name.startsWith(`${folder}/`));
        return { part: folder, names: own };
      }
      return null;
    },
  };
}

const CONTEST_FILE = /^(?:[^/]{1,255}\/)?(?:config\/)?contest\.(?:json|ya?ml)$/;

/** Folder of the package with a slash at its end; empty for the top. */
function rootOf(names: readonly string[]): string {
  const [file] = names.filter((name) => CONTEST_FILE.test(name)).toSorted((a, b) => a.length - b.length);
  if (!file) return '';
  const parts = file.split('/').slice(0, -1);
  if (parts.at(-1) === 'config') parts.pop();
  return parts.map((part) => `${part}/`).join('');
}

function groupByFolder(names: readonly string[], root: string): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const name of names) {
    if (!name.startsWith(root)) continue;
    const folder = name.slice(root.length, Math.max(root.length, name.lastIndexOf('/')));
    const own = folders.get(folder);
    if (own) own.push(name);
    else folders.set(folder, [name]);
  }
  return folders;
}

const baseOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
const endingOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether a file is that of a property, perhaps with tags: `logo.png`, `logo.160x160.png`. */
const isOf = (base: string, property: string) => base.startsWith(`${property}.`);

/** Largest width that tables and screens use; larger ones only cost time. */
const WIDEST = 1024;

/** Width that a name states, as in `logo.160x160.png`; 0 where it states none, or one that is too large. */
function widthOf(name: string): number {
  const tag = baseOf(name)
    .split('.')
    .find((part) => /^\d{1,5}x\d{1,5}$/.test(part));
  const width = Number(tag?.slice(0, tag.indexOf('x')) ?? 0);
  return width > WIDEST ? 0 : width;
}
