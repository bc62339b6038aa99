import type { CeremonyQuery } from '@balloon/contracts/scoreboard/ceremony.ts';
import type {
  CeremonyFrame,
  CeremonyLink,
  NewCeremonyLink,
  StepShown,
} from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { frameAfter } from '@balloon/domain/ceremony/frame.ts';
import { scriptOf } from '@balloon/domain/ceremony/script.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { hashOfCode, newCode } from '#features/ceremony/ceremony-code.ts';
import {
  deleteLink,
  findLiveLink,
  insertLink,
  updateFrame,
} from '#features/ceremony/ceremony-links.queries.ts';
import { readCeremony } from '#features/ceremony/read-ceremony.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { getSupervisedContest, lockSupervisedContest } from '#features/contests/supervision.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

const LIVES_MS = 12 * 3600_000;

/**
 * Tells whether a contest has a link for its audience; nobody learns the code again.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readLink({ db }: Services, user: User, contestId: number): Promise<CeremonyLink> {
  await getSupervisedContest(db, user, contestId);
  const { expiresAtMs = null, version = null } = (await findLiveLink(db, contestId)) ?? {};
  return { expiresAtMs, version };
}

/**
 * Makes the link of a contest for its audience; the one before shows nothing any more.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export function openLink({ db }: Services, user: User, contestId: number): Promise<NewCeremonyLink> {
  return db.transaction().execute(async (tx) => {
    // Two who make links at once have an order.
    const contest = await lockSupervisedContest(tx, user, contestId);
    const before = await deleteLink(tx, contestId);
    const code = newCode();
    const expiresAtMs = (await databaseNowMs(tx)) + LIVES_MS;
    await insertLink(tx, { contestId, codeHash: hashOfCode(code), expiresAtMs });
    if (before) await announce(tx, 'ceremony.shown', { codeHash: before.codeHash });
    const after = { expiresAtMs };
    await recordChange(tx, user, { action: 'contest.openCeremonyLink', ...about(contest), after });
    return { code, expiresAtMs };
  });
}

/**
 * Ends the link of a contest: it shows nothing any more.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, CEREMONY_LINK_ENDED
 */
export function endLink({ db }: Services, user: User, contestId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const contest = await lockSupervisedContest(tx, user, contestId);
    const ended = await deleteLink(tx, contestId);
    if (!ended) throw linkEnded();
    await announce(tx, 'ceremony.shown', { codeHash: ended.codeHash });
    const before = { expiresAtMs: ended.expiresAtMs };
    await recordChange(tx, user, { action: 'contest.endCeremonyLink', ...about(contest), before });
  });
}

/** Error for a link that shows nothing; one that never was looks the same. */
export const linkEnded = () =>
  new NotFoundError(
    'CEREMONY_LINK_ENDED',
    'This link to the ceremony has ended. Ask the presenter for a new one',
  );

/**
 * Shows the audience what the table is after some steps. The server makes the frame itself, and keeps nothing beyond it.
 *
 * @param digest of the ceremony that the presenter has, whose steps would lead elsewhere if it had changed
 * @param after version that the audience saw when the step was made: a step that was held up on its way, or comes from another
 *   window that is behind, must not take the place of a later one; null: it may
 * @returns whether there is a link, and so an audience, and the version that it sees
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ConflictError} CEREMONY_NOT_YET, CEREMONY_CHANGED, CEREMONY_STEP_LATE
 */
export async function showStep(
  services: Services,
  user: User,
  asked: {
    contestId: number;
    medals: CeremonyQuery;
    locale: Locale;
    step: number;
    digest: string;
    after: number | null;
  },
): Promise<StepShown> {
  const { contestId, step, digest, after } = asked;
  const { db } = services;
  const ceremony = await readCeremony(services, user, asked);
  if (!ceremony.isOver) {
    throw new ConflictError(
      'CEREMONY_NOT_YET',
      'The ceremony begins when the main time is over for everybody',
    );
  }
  if (!(await findLiveLink(db, contestId))) return { isShown: false, version: null };
  if (ceremony.digest !== digest) {
    throw new ConflictError(
      'CEREMONY_CHANGED',
      'The results have changed since this page was opened: reload it, so that the audience sees the same steps',
    );
  }
  const frame = withPictureNames(frameAfter(scriptOf(ceremony), step) as CeremonyFrame);
  return db.transaction().execute(async (tx) => {
    const link = await updateFrame(tx, contestId, frame, after);
    if (!link) {
      const other = await findLiveLink(tx, contestId);
      if (other) throw stepLate(other.version);
      return { isShown: false, version: null };
    }
    await announce(tx, 'ceremony.shown', { codeHash: link.codeHash });
    return { isShown: true, version: link.version };
  });
}

const stepLate = (version: number) =>
  new ConflictError('CEREMONY_STEP_LATE', 'The audience sees a later step already', {
    restParams: { version },
  });

/** Names of pictures in place of their addresses, which ask for an account. */
function withPictureNames({ honoured, slide, ...frame }: CeremonyFrame): CeremonyFrame {
  return {
    ...frame,
    honoured: honoured && { ...honoured, team: withNames(honoured.team) },
    slide: slide && { ...slide, team: withNames(slide.team) },
  };
}

type Team = NonNullable<CeremonyFrame['honoured']>['team'];

const withNames = (team: Team): Team =>
  team && { ...team, logo: nameIn(team.logo), photo: nameIn(team.photo) };

const nameIn = (address: string | null) => address && (address.split('/').at(-1) ?? null);

const about = ({ id, name }: StoredContest) => ({ subjectId: id, subjectName: name, contestId: id });
