import type { ContestControl, ControlledProblem } from '@balloon/contracts/contests/contest-control.ts';
import {
  IconAlertTriangle,
  IconBan,
  IconHandStop,
  IconPlayerPause,
  IconPuzzle,
  IconStarFilled,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProblemSwitches, type ProblemSwitchesProps } from '#features/contest-control/problem-switches.tsx';
import classes from '#features/contest-control/problem-table.module.css';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { useFormats } from '#shared/text/format.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

/** How each problem goes, and who solved it first. */
export function ProblemTable({
  state,
  onChanged,
}: {
  state: ContestControl;
  onChanged: (change: LastChange) => void;
}) {
  const { t } = useTranslation();
  const { problems, contest } = state;
  if (problems.length === 0) {
    return (
      <EmptyState
        icon={<IconPuzzle size={44} stroke={1.5} aria-hidden />}
        title={t('control.noProblems')}
        text={t('control.noProblemsText')}
      />
    );
  }
  return (
    <section className={classes.box} aria-label={t('control.problems')}>
      <h2 className="visually-hidden">{t('control.problems')}</h2>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('control.problem')}</th>
            <th scope="col" className={classes.figure}>
              {t('control.sent')}
            </th>
            <th scope="col" className={classes.figure}>
              {t('control.waiting')}
            </th>
            <th scope="col" className={classes.figure}>
              {t('control.solved')}
            </th>
            <th scope="col">{t('control.firstSolve')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('control.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <ProblemRow key={problem.problemId} contest={contest} problem={problem} onChanged={onChanged} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ProblemRow({ contest, problem, onChanged }: ProblemSwitchesProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const locale = useLocale();
  const { symbolIndex, titles, color, sent, waiting, tried, solved } = problem;
  return (
    <tr>
      <th scope="row">
        <Link className={classes.name} to={`/contest/${contest.id}/problems/${symbolIndex}`}>
          <ProblemBalloon index={symbolIndex} color={color} />
          <span>{titles[locale]}</span>
        </Link>
        <Standing problem={problem} />
      </th>
      <td className={classes.figure}>{formats.number(sent)}</td>
      <td className={classes.figure}>{waiting === 0 ? '—' : formats.number(waiting)}</td>
      <td className={classes.figure}>
        {tried === 0
          ? '—'
          : t('control.solvedOf', { solved: formats.number(solved), tried: formats.number(tried) })}
      </td>
      <td>
        <FirstSolve contest={contest} problem={problem} />
      </td>
      <td className={classes.menu}>
        <ProblemSwitches contest={contest} problem={problem} onChanged={onChanged} />
      </td>
    </tr>
  );
}

/** What is switched off. */
function Standing({ problem: { isJudgingPaused, isClosed, isDisabled } }: { problem: ControlledProblem }) {
  const { t } = useTranslation();
  if (!isJudgingPaused && !isClosed && !isDisabled) return null;
  return (
    <p className={classes.switched}>
      {isJudgingPaused && (
        <span>
          <IconPlayerPause size={16} stroke={2} aria-hidden />
          {t('control.isPaused')}
        </span>
      )}
      {isClosed && (
        <span>
          <IconHandStop size={16} stroke={2} aria-hidden />
          {t('control.isClosed')}
        </span>
      )}
      {isDisabled && (
        <span>
          <IconBan size={16} stroke={2} aria-hidden />
          {t('control.isDisabled')}
        </span>
      )}
    </p>
  );
}

/** First solve, or a sign where many tries brought none. */
function FirstSolve({
  contest,
  problem,
}: {
  contest: ContestControl['contest'];
  problem: ControlledProblem;
}) {
  const { t } = useTranslation();
  const { firstSolve, solved, sent } = problem;
  if (firstSolve === null) {
    if (sent === 0 || solved > 0) return <span className={classes.none}>—</span>;
    return (
      <span className={classes.unsolved}>
        <IconAlertTriangle size={16} stroke={2} aria-hidden />
        {t('control.nobody')}
      </span>
    );
  }
  const { user, afterMs, solutionId } = firstSolve;
  return (
    <Link className={classes.first} to={`/contest/${contest.id}/source/${solutionId}`}>
      <IconStarFilled size={12} aria-hidden />
      <span className={classes.at}>{formatContestTime(afterMs)}</span>
      <span className={classes.who}>{user.fullName || user.username}</span>
    </Link>
  );
}
