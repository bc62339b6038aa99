import type { ImportedStatement, StatementFile } from '@balloon/contracts/judging/imported-problem.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError } from '#errors.ts';
import {
  attachmentsWith,
  localeOf,
  plainText,
  statementContent,
  storedFileName,
} from '#features/packages/statement-content.ts';

/** What a package or another system has to show of a problem. */
export interface BroughtStatements {
  /** Begins with the problem's own language. */
  statements: readonly ImportedStatement[];
  /** Downloads, in place of those that came before. */
  attachments: readonly StatementFile[];
  foreignProblemIdentifier: string;
  sourceUrl: string | null;
}

/**
 * Stores statements: the first language in the problem's own columns, all of them beside it. Text and files that people
 * have added stay.
 *
 * @param before attachments that the problem has
 * @throws {InvalidInputError} STATEMENT_MISSING
 */
export async function storeStatements(
  tx: Tx,
  problemId: number,
  before: object,
  { statements, ...brought }: BroughtStatements,
): Promise<void> {
  const [main] = statements;
  if (!main) throw new InvalidInputError('STATEMENT_MISSING', 'The problem has no title');
  const files = [...brought.attachments, ...statements.flatMap((statement) => statement.files)];
  for (const file of files) await storeFile(tx, problemId, file);
  const attachments = JSON.stringify(attachmentsWith(before, brought, problemId));
  const content = { ...statementContent(main), attachments };
  const { foreignProblemIdentifier, sourceUrl } = brought;
  const ownContent = { ...content, textStatement: plainText(content.htmlStatement) };
  await tx
    .updateTable('problem')
    .set({ ...ownContent, foreignProblemIdentifier, sourceUrl, updatedAt: new Date() })
    .where('id', '=', problemId)
    .execute();
  await tx.deleteFrom('problemStatement').where('problemId', '=', problemId).execute();
  const byLocale = new Map(statements.toReversed().map((one) => [localeOf(one.language), one]));
  for (const [locale, statement] of byLocale) {
    const translated = { problemId, locale, ...statementContent(statement), attachments };
    await tx.insertInto('problemStatement').values(translated).execute();
  }
}

/** Stores a file; files of earlier versions stay, because contests may show them. */
async function storeFile(tx: Tx, problemId: number, file: StatementFile): Promise<void> {
  const { sha256, bytes: sizeBytes, mediaType } = file;
  await tx
    .insertInto('problemFile')
    .values({ problemId, name: storedFileName(file), sha256, sizeBytes, mediaType })
    .onConflict((conflict) =>
      conflict.columns(['problemId', 'name']).doUpdateSet({ sha256, sizeBytes, mediaType }),
    )
    .execute();
}

/** Requires that contents were sent before what names them. @throws {InvalidInputError} CONTENTS_MISSING */
export async function requireContents(tx: Tx, hashes: readonly string[]): Promise<void> {
  const [missing] = await missingBlobs(tx, hashes);
  if (missing) throw new InvalidInputError('CONTENTS_MISSING', `The content ${missing} was not sent`);
}
