import type { ImportReason } from '@balloon/contracts/judging/package-import.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { storableText } from '#content/storable.ts';
import { findLatestVersionNumber } from '#features/problems/versions.queries.ts';

interface End {
  state: 'done' | 'refused' | 'failed' | 'cancelled' | 'split';
  message: string | null;
  reason: ImportReason | null;
  problemId: number | undefined;
}

/** Notes the end of an import in the line of the job that fetched its package, if one did. */
export async function noteLineOfImport(tx: Tx, importId: number, end: End): Promise<void> {
  const line = await tx
    .selectFrom('outsideJobLine')
    .select(['jobId', 'foreignId'])
    .where('importId', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!line) return;
  await tx
    .updateTable('outsideJobLine')
    .set(await lineOf(tx, end))
    .where('jobId', '=', line.jobId)
    .where('foreignId', '=', line.foreignId)
    .execute();
}

async function lineOf(tx: Tx, { state, message, reason, problemId }: End) {
  if (problemId !== undefined) {
    const isFirst = (await findLatestVersionNumber(tx, problemId)) <= 1;
    return { outcome: isFirst ? 'new' : 'changed', message: null, problemId } as const;
  }
  const text = message && storableText(message);
  if (reason?.code === 'alreadyImported') {
    const problem = Number(reason.facts.problemId);
    return { outcome: 'same', message: text, problemId: problem } as const;
  }
  return { outcome: state === 'split' ? 'new' : 'failed', message: text ?? state } as const;
}
