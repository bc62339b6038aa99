import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import type { Attachments } from '@balloon/contracts/problems/problems.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { type SampleParticipant, sampleContest } from '@balloon/sample/sample-contest.ts';
import type { SampleChecker, SampleProblem } from '@balloon/sample/sample-problem.ts';
import type { NewAccount } from '#features/installation/prepare-installation.ts';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { storeVersion } from '#features/problems/versions.queries.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { OWNER_ID } from '#features/users/reserved-ids.ts';

export interface CreatedSample {
  /** With passwords to be shown once. */
  accounts: NewAccount[];
  /** By slug. */
  problemIds: Map<string, number>;
}

/** Adds a running contest with its problems, and accounts for its participants. */
export async function createSampleContest(
  tx: Tx,
  problems: readonly SampleProblem[],
  nowMs: number,
): Promise<CreatedSample> {
  const { participants, ...contest } = sampleContest(nowMs);
  const { id: contestId } = await tx
    .insertInto('contest')
    .values({ ...contest, authorId: OWNER_ID })
    .returning('id')
    .executeTakeFirstOrThrow();
  const problemIds = new Map<string, number>();
  for (const [position, sample] of problems.entries()) {
    const problemId = await createProblem(tx, sample);
    problemIds.set(sample.slug, problemId);
    await tx
      .insertInto('contestProblem')
      .values({ contestId, problemId, position, color: sample.color })
      .execute();
  }
  return { accounts: await createParticipants(tx, participants, nowMs), problemIds };
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
  await storeVersion(tx, id); // the first change would lose what it was
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
