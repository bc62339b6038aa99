import path from 'node:path';
import { languageOfFile, languageOfPolygonType } from '@balloon/domain/languages/author-languages.ts';
import type { XmlElement } from '#polygon/parse-xml.ts';
import { fileAt, pathOf, type Reading } from '#polygon/reading.ts';
import type { PackageFile, PackageProgram } from '#problem-package.ts';

/** Purpose of a program, by which resources are assigned. */
export type Asset = 'checker' | 'validator' | 'interactor' | 'generator' | 'solution';

/**
 * Reads a program from its element in the manifest (`<checker>`, `<executable>`, …), with the headers that lie beside
 * it. Binaries are ignored: they are for Windows. Null when the source is not in the package.
 */
export function readProgram(reading: Reading, element: XmlElement, asset: Asset): PackageProgram | null {
  const source = element.one('source');
  const copy = pathOf(element.one('copy'));
  const candidates = [pathOf(source), copy].filter((each) => each !== null);
  const inPackage = candidates.find((each) => reading.opened.find(each) !== null);
  if (inPackage === undefined) return null;

  const main = fileAt(reading, inPackage, nameBeside(inPackage));
  if (main === null) return null;
  const type = source?.attribute('type') ?? null;
  const isJava = main.name.endsWith('.java');
  const libraries = (asset === 'solution' ? [] : libraryFiles(reading, asset)).filter(
    ({ name }) => isJava || !JAR.test(name),
  );
  return {
    inPackage,
    languages: type === null ? languageOfFile(main.name, 'polygon') : languageOfPolygonType(type),
    languageName: type ?? path.posix.extname(main.name),
    files: [main, ...libraries.filter(({ name }) => name !== main.name)],
    sources: [main.name],
  };
}

/** Returns the path that problem.xml states, for messages about a program that is missing. */
export function statedSource(element: XmlElement): string {
  return pathOf(element.one('source')) ?? 'a source that problem.xml does not name';
}

/**
 * Returns a name in the one folder in which programs and headers are compiled, which is `files/` (or `solutions/`) to
 * the author.
 */
function nameBeside(inPackage: string): string {
  return inPackage.replace(/^(?:files|solutions)\//, '');
}

const HEADER = /\.(?:h|hh|hpp|hxx|h\+\+|inc|inl|ipp|tcc)$/i;

/** Libraries of Java, such as testlib4j. */
const JAR = /\.jar$/i;
const isLibrary = (name: string) => HEADER.test(name) || JAR.test(name);

/**
 * Returns the resources of the manifest for this kind of program, and headers and archives that the manifest omits.
 */
function libraryFiles(reading: Reading, asset: Asset): PackageFile[] {
  const others = new Set(reading.problem.all('files', 'executables', 'executable').map(statedSource));
  const files = new Map<string, PackageFile>();
  const add = (inPackage: string, name: string) => {
    const file = fileAt(reading, inPackage, name);
    if (file !== null && !files.has(file.name)) files.set(file.name, file);
  };
  const listed = new Set<string>();
  for (const resource of reading.problem.all('files', 'resources', 'file')) {
    const inPackage = pathOf(resource);
    if (inPackage === null) continue;
    listed.add(inPackage);
    if (others.has(inPackage) || !isFor(resource, asset)) continue;
    add(inPackage, resource.attribute('location') ?? nameBeside(inPackage));
  }
  for (const inPackage of reading.opened.files) {
    if (!inPackage.startsWith('files/') || listed.has(inPackage) || !isLibrary(inPackage)) continue;
    add(inPackage, nameBeside(inPackage));
  }
  return [...files.values()];
}

/**
 * Whether a resource is for a kind of program. Without `assets` a typed resource is for all of the author's programs;
 * without a type it is for statements.
 */
function isFor(resource: XmlElement, asset: Asset): boolean {
  const assets = assetsOf(resource);
  if (assets.length > 0) return assets.includes(asset);
  return resource.attribute('type') !== null || isLibrary(pathOf(resource) ?? '');
}

export function assetsOf(resource: XmlElement): string[] {
  return resource.all('assets', 'asset').map((each) => (each.attribute('name') ?? '').toLowerCase());
}
