import type {
  ImportedProblem,
  ImportedStatement,
  StatementFile,
} from '@balloon/contracts/judging/imported-problem.ts';
import type { PackageFinding } from '@balloon/contracts/judging/package-report.ts';
import type { JudgingRules, TestPicture } from '@balloon/contracts/judging/testset.ts';
import type {
  PackageFile,
  PackagePicture,
  PackageStatement,
  ProblemPackage,
} from '@balloon/packages/problem-package.ts';
import { convertStatement } from '@balloon/packages/statements/convert-statement.ts';
import { mediaTypeOf } from '@balloon/packages/statements/media-type.ts';
import type { BuildBench } from '#packages/build-bench.ts';
import type { AnsweredTest } from '#packages/make-answers.ts';

const MAX_TITLE_LENGTH = 200;
/** Forms of statements, the one that reads best on a page first. */
const KINDS: readonly PackageStatement['kind'][] = ['html', 'markdown', 'tex', 'pdf'];
/** Languages of statements in order of preference: the site's own first. */
const LANGUAGES_FIRST = ['ru', 'en'];

/** Composes what the server stores of a built package; every content that it names is in the bench's store. */
export async function importedProblem(
  bench: BuildBench,
  pkg: ProblemPackage,
  rules: JudgingRules,
  tests: readonly AnsweredTest[],
  findings: PackageFinding[],
): Promise<ImportedProblem> {
  return {
    format: pkg.format,
    shortName: pkg.shortName,
    revision: pkg.revision,
    sourceUrl: pkg.sourceUrl,
    statements: await statementsOf(bench, pkg, findings),
    attachments: await storeFiles(bench, pkg.attachments.map(attachmentOf)),
    rules,
    tests: await testsOf(bench, tests),
  };
}

/** An attachment, with the name under which participants know it: in an address it has Latin letters only. */
function attachmentOf({ name, path, inPackage }: PackageFile) {
  const depth = name.split('/').length;
  const title = inPackage.split('/').slice(-depth).join('/').slice(-MAX_TITLE_LENGTH).toWellFormed();
  return { name, path, mediaType: mediaTypeOf(name), ...(title !== name && { title }) };
}

async function testsOf(
  bench: BuildBench,
  answered: readonly AnsweredTest[],
): Promise<ImportedProblem['tests']> {
  const tests: ImportedProblem['tests'] = [];
  for (const { test, input, answer } of answered) {
    tests.push({
      number: test.number,
      inputSha256: input.sha256,
      answerSha256: answer.sha256,
      isSample: test.isSample,
      points: test.points,
      group: test.group,
      flags: test.checkerFlags && [...test.checkerFlags],
      description: test.description ?? null,
      picture: test.picture ? await storePicture(bench, test.picture) : null,
    });
  }
  return tests;
}

async function storePicture(bench: BuildBench, { file, mediaType }: PackagePicture): Promise<TestPicture> {
  const { sha256 } = await bench.contents.add(file.path);
  return { sha256, mediaType };
}

async function statementsOf(
  bench: BuildBench,
  pkg: ProblemPackage,
  findings: PackageFinding[],
): Promise<ImportedStatement[]> {
  const statements: ImportedStatement[] = [];
  for (const statement of bestOfEachLanguage(pkg)) {
    const { language, title, html, files, samples, remarks } = await convertStatement(
      statement,
      pkg,
      bench.signal,
    );
    findings.push(...remarks);
    statements.push({
      language,
      title,
      html,
      files: await storeFiles(bench, files),
      samples: samples === null ? null : [...samples],
    });
  }
  for (const [language, title] of Object.entries(pkg.titles)) {
    if (statements.every((statement) => statement.language !== language))
      statements.push({ language, title, html: '', files: [], samples: null });
  }
  return statements.sort((a, b) => rankOf(a.language) - rankOf(b.language));
}

function bestOfEachLanguage({ statements }: ProblemPackage): PackageStatement[] {
  const best = new Map<string, PackageStatement>();
  for (const kind of KINDS) {
    for (const statement of statements) {
      if (statement.kind === kind && !best.has(statement.language)) best.set(statement.language, statement);
    }
  }
  return [...best.values()];
}

function rankOf(language: string): number {
  const rank = LANGUAGES_FIRST.indexOf(language);
  return rank < 0 ? LANGUAGES_FIRST.length : rank;
}

async function storeFiles(
  bench: BuildBench,
  files: readonly (Omit<StatementFile, 'sha256' | 'bytes'> & { path: string })[],
): Promise<StatementFile[]> {
  const stored: StatementFile[] = [];
  for (const { path, ...file } of files) {
    const { sha256, bytes } = await bench.contents.add(path);
    stored.push({ ...file, sha256, bytes });
  }
  return stored;
}
