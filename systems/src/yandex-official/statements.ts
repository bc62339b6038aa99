import { drift } from '#failures.ts';
import type { OutsideAnswer } from '#http/outside-http.ts';
import type { ForeignProblem, ForeignStatement, Session, StatementLanguage } from '#outside-system.ts';
import { readHtml } from '#pages/read-page.ts';
import { contestProblemOf, titleWithout } from '#yandex/problem-id.ts';
import { type ReadStatement, readStatement } from '#yandex/read-statement.ts';
import { call, isSuccess } from '#yandex-official/api.ts';
import { embedPictures } from '#yandex-official/pictures.ts';
import type { ContestProblem } from '#yandex-official/read-contest.ts';

/** Site to which addresses in statements are relative. */
export const SITE_URL = 'https://contest.yandex.ru/';

const LANGUAGES: readonly StatementLanguage[] = ['ru', 'en'];
/** Kinds of statement files, the better first. `BINARY` is none for people. */
const KINDS = ['TEX', 'MARKDOWN', 'HTML', 'PDF'];
const MAX_STATEMENT_BYTES = 16 * 1024 * 1024;

/** Statements of a problem in the languages that it has. */
export interface ProblemTexts extends Pick<ForeignProblem, 'statements' | 'pdf'> {
  limits: ReadStatement['limits'] | null;
}

/**
 * Reads the statement files of a problem.
 *
 * @param problems the problem as each language has it; the first language is the problem's own
 * @throws {OutsideError} `drift` when no file has a text
 */
export async function readStatements(
  session: Session,
  foreignId: string,
  problems: ReadonlyMap<StatementLanguage, ContestProblem>,
): Promise<ProblemTexts> {
  const texts: ProblemTexts = { statements: [], pdf: null, limits: null };
  const statements: ForeignStatement[] = [];
  const seen = new Set<string>();
  for (const [language, problem] of problems) {
    const type = kindFor(problem, language);
    if (type === null) continue;
    const answer = await getStatement(session, foreignId, language, type);
    if (!answer) continue;
    if (isPdf(answer.bytes)) {
      texts.pdf ??= answer.bytes;
      continue;
    }
    const read = await readFile(session, problem, answer);
    // A problem with one text gives it for every language.
    if (read.html === '' || seen.has(read.words)) continue;
    seen.add(read.words);
    texts.limits ??= read.limits;
    const title = problem.name.trim() || titleWithout(problem.alias, read.title ?? '');
    statements.push({ language, title, html: read.html, samples: read.samples });
  }
  if (statements.length === 0 && !texts.pdf) throw drift(`problem ${foreignId} has no statement`);
  return { ...texts, statements };
}

/** Languages of a problem, its own first. */
export function languagesOfStatements({ statements }: ContestProblem): StatementLanguage[] {
  const named = (statements ?? []).flatMap(({ locale }) =>
    LANGUAGES.filter((each) => locale?.startsWith(each)),
  );
  return named.length > 0 ? [...new Set(named)] : ['ru'];
}

/** Kind of the file to be asked for; empty: whatever the API has; null: nothing that can be shown. */
function kindFor({ statements }: ContestProblem, language: StatementLanguage): string | null {
  const files = (statements ?? []).filter(({ locale }) => !locale || locale.startsWith(language));
  if (files.length === 0) return '';
  const types = files.map(({ type }) => type?.toUpperCase() ?? '');
  return KINDS.find((kind) => types.includes(kind)) ?? types.find((type) => type !== 'BINARY') ?? null;
}

async function getStatement(session: Session, foreignId: string, locale: string, type: string) {
  const { contestId, alias } = contestProblemOf(foreignId);
  const answer = await call(
    session,
    {
      path: `contests/${contestId}/problems/${encodeURIComponent(alias)}/statement`,
      query: { locale, type: type === '' ? undefined : type },
      maxBytes: MAX_STATEMENT_BYTES,
    },
    [404],
  );
  return isSuccess(answer) ? answer : null;
}

const isPdf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

/** Reads a file in Yandex's own layout, in HTML of any other, or of plain paragraphs. */
async function readFile(
  session: Session,
  problem: ContestProblem,
  answer: OutsideAnswer,
): Promise<ReadStatement> {
  const $ = readHtml(wrapped(answer.text()));
  await embedPictures(session, $, problem);
  return readStatement($, $(ROOTS).first(), SITE_URL);
}

const ROOTS = '.problem-statement, body, .statement';

/** An element that texts of statements have; a sign of a formula such as `a<b` is none. */
const ELEMENT = /<(?:p|div|br|h[1-6]|[uo]l|table|pre|img|span|body|html)(?:\s[^<>]{0,500})?\/?>/i;

/** Element of the whole statement, where the text has one; else one is put around it. */
function wrapped(text: string): string {
  const html = ELEMENT.test(text) ? text : paragraphsOf(text);
  return /problem-statement|<body/i.test(html) ? html : `<div class="statement">${html}</div>`;
}

const paragraphsOf = (text: string) =>
  text
    .split(/\r?\n\r?\n/)
    .map((part) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part}</p>`)
    .join('\n');
