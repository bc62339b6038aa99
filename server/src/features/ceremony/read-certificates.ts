import type { CertificatesQuery } from '@balloon/contracts/scoreboard/certificates.ts';
import { ICPC_MEDALS } from '@balloon/domain/ceremony/awards.ts';
import { finalView } from '@balloon/domain/ceremony/ceremony-views.ts';
import type { CertificateFacts, CertificateText } from '@balloon/domain/ceremony/certificate-text.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { ConflictError } from '#errors.ts';
import { findAwardedNames, findAwardsByHand, findPresentedTeams } from '#features/ceremony/awards.queries.ts';
import { awardsInWords, type NamedAward } from '#features/ceremony/certificate-words.ts';
import { findCertificateTexts } from '#features/ceremony/certificates.queries.ts';
import { awardsOfTable, hasPlace, titleIn } from '#features/ceremony/contest-awards.ts';
import { findLogos } from '#features/ceremony/organization-logos.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { findGroupsOfContest } from '#features/contests/contest-groups.queries.ts';
import { contestNotFound, supervises } from '#features/contests/supervision.ts';
import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { learnPeople, openBoard } from '#features/scoreboard/board/open-scoreboard.ts';
import type { Services, User } from '#services.ts';

/** Certificates of a contest before they are drawn. */
export interface Certificates {
  text: CertificateText;
  /** Facts of each certificate, in the order of the final table. */
  pages: CertificatePage[];
}

export interface CertificatePage extends CertificateFacts {
  /** Hash of the logo of the team's organisation; null for none. */
  logo: string | null;
}

/**
 * What the certificates of a contest say, once the main time is over for everybody.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 * @throws {ConflictError} RESULTS_NOT_READY, NO_CERTIFICATES
 */
export async function readCertificates(
  services: Services,
  viewer: User,
  { contestId, locale, who, logos, timeZone }: CertificatesQuery & { contestId: number },
): Promise<Certificates> {
  const visited = await visitContest(services, viewer, contestId);
  const { contest, nowMs } = visited;
  if (!supervises(viewer, contest)) throw contestNotFound(contestId);
  if (nowMs <= lastEndTimeMs(contest))
    throw new ConflictError('RESULTS_NOT_READY', 'The results of this contest are not there yet');
  const { db } = services;
  const opened = await openBoard(liveScoreboards(services), visited, locale);
  await learnPeople(opened, []); // roles decide which rows count
  const board = opened.board();
  const { rows } = finalView(board);
  const [groups, byHand, texts] = await Promise.all([
    findGroupsOfContest(db, contestId),
    findAwardsByHand(db, contestId),
    findCertificateTexts(db, contestId),
  ]);
  const medals = { ...ICPC_MEDALS, bronze: ICPC_MEDALS.bronze + contest.extraBronze };
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const awards = awardsByUser([
    ...awardsOfTable(board, rows, { medals, groups }).map((award) => ({
      ...award,
      name: award.kind === 'groupWinner' ? (groupNames.get(award.of ?? 0) ?? '') : '',
    })),
    ...byHand.map((award) => ({
      ...{ kind: 'byHand' as const, of: award.id, userIds: award.userIds },
      name: titleIn(locale, award),
    })),
  ]);
  const placed = rows.filter(hasPlace).map(({ userId }) => userId);
  const everybody = [...new Set([...placed, ...rows.map(({ userId }) => userId), ...awards.keys()])];
  const isPlaced = new Set(placed);
  const honoured = everybody.filter((userId) => {
    const own = awards.get(userId) ?? [];
    return who === 'awarded' ? own.some(isMore) : isPlaced.has(userId) || own.length > 0;
  });
  if (honoured.length === 0)
    throw new ConflictError('NO_CERTIFICATES', 'There is nobody to give a certificate to');

  const teams = await findPresentedTeams(db, honoured);
  const awarded = await findAwardedNames(db, byHand);
  const logoOf = logos ? await findLogos(db, honoured) : new Map<number, string>();
  const named = opened.facts.peopleIn([]);
  const date = new Intl.DateTimeFormat(locale === 'ru-ru' ? 'ru' : 'en-GB', { dateStyle: 'long', timeZone });
  const ofContest = {
    contest: contest.name,
    date: date.format(contest.startTimeMs + contest.durationTimeMs),
  };
  const [{ heading, body } = { heading: '', body: '' }] = texts.filter((text) => text.locale === locale);
  return {
    text: { heading, body },
    pages: honoured.map((userId) => {
      const person = opened.facts.personIn(named, userId);
      const team = teams.get(userId);
      const own = awards.get(userId) ?? [];
      return {
        ...ofContest,
        team: awarded.get(userId) ?? (person?.fullName || person?.username || String(userId)),
        organization: team?.organization ?? person?.organization?.name ?? '',
        members: (team?.members ?? []).join(', '),
        rank: own.find(({ kind }) => kind === 'rank')?.of?.toString() ?? '',
        award: awardsInWords(own, locale),
        logo: logoOf.get(userId) ?? null,
      };
    }),
  };
}

/** Whether an award is more than what every row with a place has. */
const isMore = ({ kind }: NamedAward) => kind !== 'rank' && kind !== 'honorable';

function awardsByUser(
  awards: readonly (NamedAward & { userIds: readonly number[] })[],
): Map<number, NamedAward[]> {
  const byUser = new Map<number, NamedAward[]>();
  for (const { userIds, ...award } of awards)
    for (const userId of userIds) byUser.set(userId, [...(byUser.get(userId) ?? []), award]);
  return byUser;
}
