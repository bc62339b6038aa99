import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { verdictById } from '@balloon/domain/judging/verdicts.ts';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeskMark } from '#features/jury-desk/desk-mark.tsx';
import { RatedName } from '#features/ratings/rated-name.tsx';
import { CompilerButton } from '#features/solutions/compiler-button.tsx';
import { SolutionMenu } from '#features/solutions/solution-menu.tsx';
import classes from '#features/solutions/solution-table.module.css';
import { NOTHING, useResources } from '#features/solutions/use-resources.ts';
import { SolutionStanding } from '#features/solutions/verdict-progress.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { useFormats } from '#shared/text/format.ts';
import { senderName } from '#shared/text/sender-name.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface ListedProblem {
  title: string;
  color: string;
}

export interface SolutionTableProps {
  solutions: readonly Solution[];
  /** Problem letter → its title in the language of the page, and its balloon colour. */
  problems: ReadonlyMap<string, ListedProblem>;
  /** Whether authors are shown; false in a list of one's own. */
  showsAuthors: boolean;
  /** Whether contests are shown; true in a list of several, where times are calendar times. */
  showsContests?: boolean;
  /** Whether rows say which supervisors look into them. */
  showsDesk?: boolean;
  isStale: boolean;
}

/** Finds a problem by its letter; undefined while the problems are loading. */
export function byLetter(
  problems: readonly ListedContestProblem[] | undefined,
): ReadonlyMap<string, ListedProblem> {
  return new Map(problems?.map((problem) => [problem.internalSymbolIndex, problem]));
}

/** Solutions, newest first. On a phone each row is a card. */
export function SolutionTable({
  solutions,
  problems,
  showsAuthors,
  showsContests = false,
  showsDesk = false,
  isStale,
}: SolutionTableProps) {
  const { t } = useTranslation();
  const { isSupervisor: decides } = useMe();
  const showsSenders = !showsAuthors && solutions.some(({ sentBy }) => sentBy);
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      <table className={classes.table}>
        <caption className="visually-hidden">{t('solutions.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('solutions.number')}</th>
            {showsContests && <th scope="col">{t('solutions.contest')}</th>}
            <th scope="col">{t('solutions.time')}</th>
            {showsAuthors && <th scope="col">{t('solutions.participant')}</th>}
            {showsSenders && <th scope="col">{t('solutions.sender')}</th>}
            <th scope="col">{t('solutions.problem')}</th>
            <th scope="col">{t('solutions.language')}</th>
            <th scope="col">{t('solutions.verdict')}</th>
            <th scope="col" className={classes.number}>
              {t('solutions.test')}
            </th>
            <th scope="col" className={classes.number}>
              {t('solutions.runTime')}
            </th>
            <th scope="col" className={classes.number}>
              {t('solutions.memory')}
            </th>
            {decides && (
              <th scope="col">
                <span className="visually-hidden">{t('deciding.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {solutions.map((solution) => (
            <SolutionRow
              key={solution.id}
              solution={solution}
              problem={problems.get(solution.internalSymbolIndex)}
              showsAuthor={showsAuthors}
              showsSender={showsSenders}
              showsContest={showsContests}
              decides={decides}
              showsDesk={showsDesk}
              isAnnounced={!showsAuthors || solutions.length === 1}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SolutionRow({
  solution,
  problem,
  showsAuthor,
  showsSender,
  showsContest,
  decides,
  showsDesk,
  isAnnounced,
}: {
  solution: Solution;
  problem: ListedProblem | undefined;
  showsAuthor: boolean;
  showsSender: boolean;
  showsContest: boolean;
  decides: boolean;
  showsDesk: boolean;
  isAnnounced: boolean;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isAccepted = solution.verdictId !== null && verdictById(solution.verdictId)?.solves;
  const resources = useResources(solution);
  const letter = solution.internalSymbolIndex;
  const [sinceStart, exact] = [
    formatContestTime(contestTimeMs(solution.contest, solution.sentAtMs)),
    formats.exact(solution.sentAtMs),
  ];
  return (
    <tr data-accepted={isAccepted || undefined}>
      <td className={classes.id}>
        <Link to={`/contest/${solution.contestId}/source/${solution.id}`}>{solution.id}</Link>
        {solution.duplicatedFromId !== null && <OriginalLink solution={solution} />}
      </td>
      {showsContest && (
        <td className={classes.contest}>
          <Link to={`/contest/${solution.contestId}`}>{solution.contest.name}</Link>
        </td>
      )}
      <td
        className={classes.time}
        data-exact={showsContest || undefined}
        title={showsContest ? sinceStart : exact}
      >
        {showsContest ? <CalendarTime atMs={solution.sentAtMs} /> : sinceStart}
      </td>
      {showsAuthor && (
        <td className={classes.author}>
          <RatedName user={solution.author} contestId={solution.contestId} />
          {solution.sentBy && <span className={classes.sender}>{senderName(solution.sentBy)}</span>}
        </td>
      )}
      {showsSender && (
        <td className={classes.author}>{solution.sentBy ? senderName(solution.sentBy) : NOTHING}</td>
      )}
      <td className={classes.problem}>
        <Link to={`/contest/${solution.contestId}/problems/${letter}`}>
          <ProblemBalloon index={letter} color={problem?.color ?? solution.color} size={24} />
          <span className={classes.problemTitle}>{problem?.title ?? solution.problem.title}</span>
        </Link>
      </td>
      <td className={classes.language}>{solution.language.name}</td>
      <td className={classes.verdict}>
        <SolutionStanding solution={solution} isAnnounced={isAnnounced} />
        <CompilerButton solution={solution} />
        {showsDesk && <DeskMark solution={solution} />}
      </td>
      <td className={classes.number}>{resources.test}</td>
      <td className={classes.number}>{resources.time}</td>
      <td className={classes.number}>{resources.memory}</td>
      <td className={classes.resources}>
        {resources.test !== NOTHING && <span>{t('scoreboard.test', { number: resources.test })}</span>}
        {resources.time !== NOTHING && <span>{resources.time}</span>}
        {resources.memory !== NOTHING && <span>{resources.memory}</span>}
      </td>
      {decides && (
        <td className={classes.menu}>
          <SolutionMenu solution={solution} />
        </td>
      )}
    </tr>
  );
}

/** Day above the time: narrow, and never broken inside. */
function CalendarTime({ atMs }: { atMs: number }) {
  const formats = useFormats();
  return (
    <>
      <span>{formats.shortDay(atMs)}</span> <span>{formats.exactTime(atMs)}</span>
    </>
  );
}

/** Link from a duplicated solution to its original. */
function OriginalLink({ solution: { contestId, duplicatedFromId } }: { solution: Solution }) {
  const { t } = useTranslation();
  return (
    <Link
      className={classes.original}
      to={`/contest/${contestId}/source/${duplicatedFromId}`}
      title={t('deciding.copyOf', { id: duplicatedFromId })}
      aria-label={t('deciding.copyOf', { id: duplicatedFromId })}
    >
      <IconCopy size={16} aria-hidden />
    </Link>
  );
}
