import path from 'node:path';
import { z } from 'zod';
import { fileAt, pathOf, type Reading, readOldText, warn } from '#polygon/reading.ts';
import { languageCode } from '#polygon/statement-language.ts';
import type { PackageFile, PackageSections, PackageStatement } from '#problem-package.ts';
import { typeset } from '#statements/tex/typography.ts';

/** Reads titles by two-letter language. They are TeX, of which only quotation marks and dashes occur in practice. */
export function readTitles(reading: Reading): Record<string, string> {
  const titles = new Map<string, string>();
  for (const name of reading.problem.all('names', 'name')) {
    const code = languageCode(name.attribute('language') ?? '');
    const title = name.attribute('value');
    if (code !== null && title !== null && !titles.has(code)) titles.set(code, typeset(title));
  }
  return Object.fromEntries(titles);
}

/**
 * Reads the statements that the manifest lists and the package contains; Polygon's own parts come with the one in
 * TeX.
 */
export async function readStatements(
  reading: Reading,
  titles: Readonly<Record<string, string>>,
  fallbackTitle: string,
): Promise<PackageStatement[]> {
  const statements: PackageStatement[] = [];
  for (const { word, kind, place } of listed(reading)) {
    const language = languageCode(word);
    const main = fileAt(reading, place);
    if (language === null || main === null) {
      warn(
        reading,
        `The statement ${place} is left out: ${main === null ? 'it is missing' : `language "${word}" is not known`}.`,
      );
      continue;
    }
    statements.push({
      language,
      title: titles[language] ?? fallbackTitle,
      kind,
      main,
      resources: resourcesOf(reading, word, kind, place),
      sections: kind === 'tex' ? await readSections(reading, word) : null,
    });
  }
  return statements;
}

interface Listed {
  word: string;
  kind: PackageStatement['kind'];
  place: string;
}

const KINDS: ReadonlyMap<string, PackageStatement['kind']> = new Map([
  ['application/x-tex', 'tex'],
  ['application/pdf', 'pdf'],
  ['text/html', 'html'],
  ['text/markdown', 'markdown'],
]);

/** Lists statements of the manifest, and of languages that have parts without being listed. */
function listed(reading: Reading): Listed[] {
  const statements: Listed[] = [];
  for (const element of reading.problem.all('statements', 'statement')) {
    const kind = KINDS.get(element.attribute('type')?.toLowerCase() ?? '');
    const place = pathOf(element);
    if (kind === undefined || place === null) {
      warn(
        reading,
        `A statement of type "${element.attribute('type') ?? ''}" is left out: the type is not known.`,
      );
      continue;
    }
    statements.push({
      word: element.attribute('language') ?? '',
      kind,
      place,
    });
  }
  for (const place of reading.opened.files) {
    const word = /^statement-sections\/([^/]+)\/legend\.tex$/.exec(place)?.[1];
    if (word === undefined || statements.some((each) => each.word === word && each.kind === 'tex')) continue;
    statements.push({ word, kind: 'tex', place });
  }
  return statements;
}

/** Lists pictures and styles, which lie beside the statement; for TeX also those beside its parts. */
function resourcesOf(
  reading: Reading,
  word: string,
  kind: PackageStatement['kind'],
  place: string,
): PackageFile[] {
  if (kind === 'pdf') return [];
  const beside = path.posix.dirname(place);
  const folders = kind === 'tex' ? [beside, `statements/${word}`, `statement-sections/${word}`] : [beside];
  const resources = new Map<string, PackageFile>();
  for (const folder of new Set(folders)) {
    for (const inPackage of reading.opened.files) {
      if (!inPackage.startsWith(`${folder}/`) || inPackage === place || NO_RESOURCE.test(inPackage)) continue;
      const name = inPackage.slice(folder.length + 1);
      const file = reading.opened.find(inPackage);
      if (file !== null && !resources.has(name)) resources.set(name, { name, path: file, inPackage });
    }
  }
  return [...resources.values()];
}

const NO_RESOURCE = /(?:\.tex|\.html|\.pdf|\/problem-properties\.json|\/example\.\d+(?:\.\w+)?)$/i;

const Text = z.string().nullish().catch(null);
const Properties = z.object({
  legend: Text,
  input: Text,
  output: Text,
  interaction: Text,
  scoring: Text,
  notes: Text,
  sampleTests: z
    .array(z.object({ input: z.string(), output: z.string() }))
    .nullish()
    .catch(null),
});

const PARTS = ['legend', 'input', 'output', 'interaction', 'scoring', 'notes'] as const;

/** Reads Polygon's parts of a statement, from their own files, else from the properties; null when it has neither. */
async function readSections(reading: Reading, word: string): Promise<PackageSections | null> {
  const folder = `statement-sections/${word}`;
  const properties = await readProperties(reading, word);
  const hasParts = reading.opened.find(`${folder}/legend.tex`) !== null;
  if (!hasParts && properties === null) return null;

  const parts = { legend: '', input: '', output: '', interaction: '', scoring: '', notes: '' };
  for (const part of PARTS) {
    const place = `${folder}/${part}.tex`;
    if (!hasParts) parts[part] = properties?.[part] ?? '';
    else if (reading.opened.find(place) !== null) parts[part] = await readOldText(reading, place);
  }
  const examples = await readExamples(reading, word);
  return { ...parts, samples: examples.length > 0 ? examples : (properties?.sampleTests ?? []) };
}

async function readProperties(reading: Reading, word: string): Promise<z.infer<typeof Properties> | null> {
  const place = `statements/${word}/problem-properties.json`;
  if (reading.opened.find(place) === null) return null;
  try {
    return Properties.parse(JSON.parse(await readOldText(reading, place)));
  } catch {
    warn(reading, `${place} is no JSON of the expected form: it is ignored.`);
    return null;
  }
}

/** Reads the pairs `example.01`, `example.01.a` beside the parts, or beside the statement. */
async function readExamples(reading: Reading, word: string) {
  for (const folder of [`statement-sections/${word}`, `statements/${word}`]) {
    const inputs = reading.opened.files.filter(
      (each) => each.startsWith(folder) && /^\/example\.\d+$/.test(each.slice(folder.length)),
    );
    const samples: { input: string; output: string }[] = [];
    for (const input of inputs.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
      if (reading.opened.find(`${input}.a`) === null) continue;
      samples.push({
        input: await readOldText(reading, input),
        output: await readOldText(reading, `${input}.a`),
      });
    }
    if (samples.length > 0) return samples;
  }
  return [];
}
