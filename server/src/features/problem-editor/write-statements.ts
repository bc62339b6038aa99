import type { EditedStatement } from '@balloon/contracts/problems/problem-editor.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { plainText } from '#features/packages/statement-content.ts';
import {
  findStatements,
  type StatementContent,
  type StoredProblem,
} from '#features/problems/problems.queries.ts';
import { withStoredNames } from '#features/problems/statement-files.ts';

/** What a save of statements changed, for the audit log: language → its content. */
interface ChangedTexts {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/**
 * Writes the statements that were edited, each into its language, which may be new. The problem's own columns hold a
 * copy of one of the languages, and follow it; of several first languages that is the first.
 */
export async function writeStatements(
  tx: Tx,
  problem: StoredProblem,
  edited: readonly EditedStatement[],
): Promise<ChangedTexts> {
  const stored = await findStatements(tx, [problem.id]);
  const isFirst = stored.length === 0;
  const isAlone = isFirst && edited.length === 1;
  const changes: ChangedTexts = { before: {}, after: {} };
  for (const statement of edited) {
    const { locale } = statement;
    const former = stored.find((one) => one.locale === locale);
    const content = rowOf(statement, problem.id);
    if (locale !== null && former) await updateLanguage(tx, problem.id, locale, content);
    if (locale !== null && !former) await addLanguage(tx, problem, locale, content, isAlone);
    const isMain = locale === null || (isFirst && !isAlone && statement === edited[0]);
    const isOwn = former ? isSame(former, problem) : isMain;
    if (isOwn) await updateOwn(tx, problem.id, content);
    const key = `statement.${locale ?? 'own'}`;
    changes.before[key] = former ?? (isOwn ? contentOf(problem) : null);
    changes.after[key] = content;
  }
  return changes;
}

type Row = ReturnType<typeof rowOf>;

const rowOf = ({ title, htmlStatement, attachments, samples }: EditedStatement, problemId: number) => ({
  title,
  htmlStatement: withStoredNames(htmlStatement, problemId),
  attachments: JSON.stringify(attachments),
  samples: samples && JSON.stringify(samples),
});

const contentOf = ({ title, htmlStatement, attachments, samples }: StatementContent) => ({
  title,
  htmlStatement,
  attachments: JSON.stringify(attachments),
  samples: samples && JSON.stringify(samples),
});

const isSame = (one: StatementContent, other: StatementContent) =>
  one.title === other.title && one.htmlStatement === other.htmlStatement;

async function updateLanguage(tx: Tx, problemId: number, locale: Locale, content: Row): Promise<void> {
  await tx
    .updateTable('problemStatement')
    .set(content)
    .where('problemId', '=', problemId)
    .where('locale', '=', locale)
    .execute();
}

/** A first language that comes alone makes the statement that was there one of the other language. */
async function addLanguage(
  tx: Tx,
  problem: StoredProblem,
  locale: Locale,
  content: Row,
  isAlone: boolean,
): Promise<void> {
  const problemId = problem.id;
  const others = isAlone ? LOCALES.filter((other) => other !== locale) : [];
  const rows = others.map((other) => ({ problemId, locale: other, ...contentOf(problem) }));
  await tx
    .insertInto('problemStatement')
    .values([...rows, { problemId, locale, ...content }])
    .execute();
}

async function updateOwn(tx: Tx, problemId: number, content: Row): Promise<void> {
  await tx
    .updateTable('problem')
    .set({ ...content, textStatement: plainText(content.htmlStatement) })
    .where('id', '=', problemId)
    .execute();
}
