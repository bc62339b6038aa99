import type { NewJudgeToken } from '@balloon/contracts/site/maintenance.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { addJudgeToken, listJudgeTokens, revokeJudgeToken } from '#features/judging/judges/judge-tokens.ts';
import type { Services, User } from '#services.ts';

/**
 * Makes a token for one judge, and the line that starts it on another machine.
 *
 * @param siteUrl address by which the admin reached this site
 * @throws as `addJudgeToken`
 */
export async function inviteJudge(
  { db, options }: Services,
  admin: User,
  name: string,
  siteUrl: string,
): Promise<NewJudgeToken> {
  const token = await db.transaction().execute(async (tx) => {
    const token = await addJudgeToken(tx, name);
    await recordChange(tx, admin, { action: 'judge.addToken', subjectId: null, subjectName: name });
    return token;
  });
  const server = options.publicUrl ?? siteUrl;
  return {
    token,
    command: `npm run -s balloon -- judge --server ${server} --name ${name} --token ${token}`,
  };
}

/** Revokes a judge's token. @throws as `revokeJudgeToken` */
export function excludeJudge({ db }: Services, admin: User, name: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await revokeJudgeToken(tx, name);
    await recordChange(tx, admin, { action: 'judge.revokeToken', subjectId: null, subjectName: name });
  });
}

/** Lists valid tokens by name, without the tokens themselves, which are not stored. */
export async function listValidTokens({ db }: Services) {
  const tokens = await listJudgeTokens(db);
  return tokens.filter(({ revokedAtMs }) => revokedAtMs === null);
}
