import { Editorials } from '@balloon/contracts/problems/editorials.ts';
import type { Db } from '@balloon/database/connect.ts';

/** Tags of a problem, in the order in which they were written. */
export async function findTags(db: Db, problemId: number): Promise<string[]> {
  const { tags } = await db
    .selectFrom('problem')
    .select('tags')
    .where('id', '=', problemId)
    .executeTakeFirstOrThrow();
  return tags;
}

/** Editorials of a problem as it is now. */
export async function findEditorials(db: Db, problemId: number): Promise<Editorials> {
  const { editorials } = await db
    .selectFrom('problem')
    .select('editorials')
    .where('id', '=', problemId)
    .executeTakeFirstOrThrow();
  return known(editorials);
}

/** Editorials of a version. */
export async function findVersionEditorials(db: Db, uuid: string): Promise<Editorials> {
  const { editorials } = await db
    .selectFrom('problemVersion')
    .select('editorials')
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return known(editorials);
}

/** Stored editorials; none of those that another version of the product wrote in another shape. */
const known = (stored: object): Editorials => Editorials.safeParse(stored).data ?? {};
