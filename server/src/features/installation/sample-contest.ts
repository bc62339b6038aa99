import type { Attachments } from '@balloon/contracts/problems.ts';
import type { CheckerSpec } from '@balloon/contracts/testset.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { LOCALES } from '@balloon/domain/statement-locale.ts';
import { readSampleProblems } from '@balloon/sample/read-sample.ts';
import { type SampleParticipant, sampleContest } from '@balloon/sample/sample-contest.ts';
import type { SampleChecker, SampleProblem } from '@balloon/sample/sample-problem.ts';
import type { NewAccount } from '#features/installation/prepare-installation.ts';
import { storeTestset } from '#features/problems/store-testset.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { OWNER_ID } from '#features/users/reserved-ids.ts';

/** Key in `installation`: set once the sample was created, so that it is never created again. */
const OFFERED = 'sampleData';

/**
 * Adds a running contest and its participants to a database that never had a contest.
 *
 * @returns the accounts with passwords to be shown once; empty when nothing was created
 */
export async function createSampleContest(tx: Tx): Promise<NewAccount[]> {
  if (!(await isFirstOffer(tx))) return [];
  const nowMs = await databaseNowMs(tx);
  const { participants, ...contest } = sampleContest(nowMs - (nowMs % 60_000)); // a start at a full minute
  const { id: contestId } = await tx
    .insertInto('contest')
    .values({ ...contest, authorId: OWNER_ID })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [position, sample] of (await readSampleProblems()).entries()) {
    const problemId = await createProblem(tx, sample);
    await tx
      .insertInto('contestProblem')
      .values({ contestId, problemId, position, color: sample.color })
      .execute();
  }
  return createParticipants(tx, participants, nowMs);
}

async function isFirstOffer(tx: Tx): Promise<boolean> {
  const noted = await tx
    .insertInto('installation')
    .values({ key: OFFERED, value: JSON.stringify({ offered: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!noted) return false;
  const contest = await tx.selectFrom('contest').select('id').limit(1).executeTakeFirst();
  return contest === undefined;
}

async function createProblem(tx: Tx, sample: SampleProblem): Promise<number> {
  const [mainLocale] = LOCALES;
  const { id } = await tx
    .insertInto('problem')
    .values({
      title: sample.titles[mainLocale],
      foreignProblemIdentifier: sample.slug,
      textStatement: sample.statements[mainLocale],
      attachments: JSON.stringify(markdownStatement(sample.statements[mainLocale])),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const statements = LOCALES.map((locale) => ({
    problemId: id,
    locale,
    title: sample.titles[locale],
    attachments: JSON.stringify(markdownStatement(sample.statements[locale])),
  }));
  await tx.insertInto('problemStatement').values(statements).execute();
  await storeTestset(tx, id, { ...sample, checker: await storeChecker(tx, sample.checker) });
  return id;
}

/** Wraps Markdown as an own statement, which takes the place of HTML. */
function markdownStatement(text: string): Attachments {
  return {
    config: { markup: 'markdown', replaced: true, files_location: 'bottom', files_show_embed: true },
    files: [],
    content: { text },
  };
}

async function storeChecker(tx: Tx, checker: SampleChecker): Promise<CheckerSpec> {
  if (checker.kind !== 'program') return checker;
  const { languageKey: language, fileName: path } = checker;
  const content = Buffer.from(checker.source);
  const files = [{ path, sha256: await storeBlob(tx, content), bytes: content.length }];
  return { kind: 'program', protocol: 'testlib', program: { language, files, sources: [path] }, flags: [] };
}

async function createParticipants(
  tx: Tx,
  participants: readonly SampleParticipant[],
  registeredAtMs: number,
): Promise<NewAccount[]> {
  const made: NewAccount[] = [];
  for (const { login: username, ...name } of participants) {
    const password = generatedPassword();
    const account = {
      ...name,
      username,
      registeredAtMs,
      passwordHash: await hashPassword(password),
      email: null,
    };
    const added = await tx
      .insertInto('account')
      .values(account)
      .onConflict((conflict) => conflict.doNothing()) // somebody has that name already
      .returning('id')
      .executeTakeFirst();
    if (added) made.push({ username, password, role: 'participant' });
  }
  return made;
}
