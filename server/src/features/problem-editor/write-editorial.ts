import type { Editorials } from '@balloon/contracts/problems/editorials.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { storableJson, storableText } from '#content/storable.ts';
import { findEditorials, findTags } from '#features/problems/editorials.queries.ts';

/** Parts of a save; absent ones stay. */
interface Written {
  tags?: string[] | undefined;
  editorials?: Editorials | undefined;
}

/**
 * Writes tags and editorials of a problem.
 *
 * @returns both states in short, for the audit log
 */
export async function writeEditorial(tx: Tx, problemId: number, { tags, editorials }: Written) {
  const before = { tags: await findTags(tx, problemId), editorials: await findEditorials(tx, problemId) };
  if (tags) {
    const stored = tags.map(storableText);
    await tx.updateTable('problem').set({ tags: stored }).where('id', '=', problemId).execute();
  }
  if (editorials) {
    const stored = Object.fromEntries(Object.entries(editorials).filter(([, text]) => text.trim() !== ''));
    await tx
      .updateTable('problem')
      .set({ editorials: storableJson(stored) })
      .where('id', '=', problemId)
      .execute();
  }
  const after = { tags: await findTags(tx, problemId), editorials: await findEditorials(tx, problemId) };
  return { before, after };
}
