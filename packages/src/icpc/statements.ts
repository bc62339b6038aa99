import { endingOf, type PackageSource } from '#icpc/package-source.ts';
import type { ProblemYaml } from '#icpc/problem-yaml.ts';
import type { PackageFile, PackageStatement, ProblemPackage } from '#problem-package.ts';
import { readStatementText } from '#statements/read-text.ts';

const FOLDERS = ['problem_statement', 'statement'];
/** Statements at the top of the package, where DOMjudge has them. */
const AT_TOP = ['problem.pdf', 'problem.html'];
/** Kinds of statements, those that a page shows best first. */
const KINDS = [
  { ending: '.md', kind: 'markdown' },
  { ending: '.tex', kind: 'tex' },
  { ending: '.html', kind: 'html' },
  { ending: '.pdf', kind: 'pdf' },
] as const;

interface Found {
  /** Code as the package writes it, `pt-BR`; empty where the file names none. */
  code: string;
  language: string;
  kind: PackageStatement['kind'];
  main: PackageFile;
  resources: readonly PackageFile[];
}

/** Reads the statements in all languages, and the titles, which old packages state nowhere else. */
export async function readStatements(
  source: PackageSource,
  problem: ProblemYaml,
  fallbackTitle: string,
): Promise<Pick<ProblemPackage, 'titles' | 'statements'>> {
  const found = chooseKinds(
    source,
    FOLDERS.flatMap((folder) => findStatements(source, folder)),
  );
  if (found.length === 0) found.push(...findAtTop(source));
  if (found.length === 0) {
    source.warn(
      'no statement: neither problem_statement/ nor statement/ holds a problem.<language>.tex, .md or .pdf',
    );
  }

  const titles: Record<string, string> = {};
  const statements: PackageStatement[] = [];
  for (const { code, language, kind, main, resources } of found) {
    const text = kind === 'tex' || kind === 'markdown' ? await titleSource(main) : '';
    const title =
      titleIn(problem, code, language, found.length === 1) ??
      titleOf(text, kind) ??
      soleName(problem) ??
      fallbackTitle;
    titles[language] = title;
    statements.push({ language, title, kind, main, resources, sections: null });
  }
  for (const [code, name] of problem.names) titles[languageOf(code) ?? 'en'] ??= name;
  if (Object.keys(titles).length === 0) titles.en = fallbackTitle;
  return { titles, statements };
}

/** Text of a statement, which may be older than UTF-8; empty where it cannot be read, as its conversion will report. */
const titleSource = ({ path }: PackageFile) => readStatementText(path).catch(() => '');

function findStatements(source: PackageSource, folder: string): Found[] {
  const files = source.filesUnder(folder);
  const mains = new Map(
    files.flatMap((name) => {
      const match = /^problem(?:\.([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?))?\.(?:tex|md|html|pdf)$/.exec(name);
      return match ? [[name, match[1] ?? '']] : [];
    }),
  );
  const resources = files
    .filter((name) => !mains.has(name))
    .map((name) => source.file(`${folder}/${name}`, name));
  return [...mains].flatMap(([name, code]) => {
    const language = languageOf(code);
    const kind = KINDS.find(({ ending }) => ending === endingOf(name))?.kind;
    if (language === null || kind === undefined) {
      source.note(`${folder}/${name}: the language "${code}" has no code of two letters; not imported`);
      return [];
    }
    return [{ code, language, kind, main: source.file(`${folder}/${name}`, name), resources }];
  });
}

function findAtTop(source: PackageSource): Found[] {
  const name = AT_TOP.find((each) => source.has(each));
  if (name === undefined) return [];
  const kind = endingOf(name) === '.pdf' ? 'pdf' : 'html';
  return [{ code: '', language: 'en', kind, main: source.file(name, name), resources: [] }];
}

/** Chooses one statement for each language: the kind that a page shows best, then the code without a country. */
function chooseKinds(source: PackageSource, all: readonly Found[]): Found[] {
  const rank = ({ kind }: Found) => KINDS.findIndex((each) => each.kind === kind);
  const chosen = new Map<string, Found>();
  for (const each of [...all].sort((a, b) => rank(a) - rank(b) || a.code.length - b.code.length)) {
    const other = chosen.get(each.language);
    if (other === undefined) chosen.set(each.language, each);
    else if (each.kind !== 'pdf') {
      source.note(`${each.main.inPackage} is not imported: ${other.main.inPackage} is in the same language`);
    }
  }
  return [...chosen.values()].sort((a, b) => Number(b.language === 'en') - Number(a.language === 'en'));
}

/** Returns the two-letter code; English without a code, as the format says. */
function languageOf(code: string): string | null {
  if (code === '') return 'en';
  const [plain = ''] = code.toLowerCase().split(/[-_]/);
  if (!/^[a-z]{2,3}$/.test(plain)) return null;
  const { language } = new Intl.Locale(plain); // `swe` becomes `sv`
  return language.length === 2 ? language : null;
}

function titleIn(problem: ProblemYaml, code: string, language: string, isOnly: boolean): string | null {
  const { names } = problem;
  const english = language === 'en' || isOnly ? names.get('') : undefined;
  return names.get(code) ?? names.get(language) ?? english ?? null;
}

function soleName({ names }: ProblemYaml): string | null {
  const [name, another] = names.values();
  return name !== undefined && another === undefined ? name : null;
}

function titleOf(text: string, kind: PackageStatement['kind']): string | null {
  // Bounded, so that no line of a hostile file takes long.
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null;
  const title =
    kind === 'tex'
      ? (find(/^%%[ \t]*plainproblemname:([^\r\n]{1,300})/m) ??
        plainTex(find(/\\problemname\{([^\r\n]{1,300})\}/) ?? ''))
      : (find(/^# ([^\r\n]{1,300})/m) ?? '');
  return title.trim() || null;
}

/** Removes TeX from a title, where it is a command or a formula at most. */
function plainTex(tex: string): string {
  return tex
    .replace(/\\[a-zA-Z]+\s*\{([^{}]*)\}/g, '$1')
    .replace(/\\([#$%&_{}])/g, '$1')
    .replace(/[{}$]/g, '')
    .replace(/~/g, ' ');
}
