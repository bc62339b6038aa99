import type { ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/contest-problems/problem-strip.module.css';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface ProblemStripProps {
  contestId: number;
  problems: readonly ListedContestProblem[];
  /** Letters of the open problem. */
  current: string;
}

/** All problems of the contest as a row of balloons: full when solved, the open one underlined. */
export function ProblemStrip({ contestId, problems, current }: ProblemStripProps) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  const isListed = problems.length > 0;
  // On a phone the row is longer than the screen.
  useEffect(() => {
    const row = strip.current;
    const open = isListed && current && row?.querySelector<HTMLElement>('[aria-current="page"]');
    if (row && open)
      row.scrollLeft = open.offsetLeft - row.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }, [current, isListed]);
  return (
    <nav ref={strip} className={classes.strip} aria-label={t('tabs.problems')}>
      {problems.map(({ internalSymbolIndex: index, title, color, verdictStatus }) => (
        <Link
          key={index}
          to={`/contest/${contestId}/problems/${index}`}
          className={classes.problem}
          aria-label={`${index}. ${title}${verdictStatus.accepted ? `, ${t('problems.solved')}` : ''}`}
          aria-current={index === current ? 'page' : undefined}
          title={title}
        >
          <ProblemBalloon index={index} color={color} size={32} hollow={!verdictStatus.accepted} />
        </Link>
      ))}
    </nav>
  );
}

/** The problems before and after the open one. */
export function NeighbourProblems({ contestId, problems, current }: ProblemStripProps) {
  const { t } = useTranslation();
  const place = problems.findIndex(({ internalSymbolIndex }) => internalSymbolIndex === current);
  const previous = place > 0 ? problems[place - 1] : undefined;
  const next = place >= 0 ? problems[place + 1] : undefined;
  const path = (problem: ListedContestProblem) =>
    `/contest/${contestId}/problems/${problem.internalSymbolIndex}`;
  return (
    <nav className={classes.neighbours} aria-label={t('problems.neighbours')}>
      {previous && (
        <Link to={path(previous)} className={classes.neighbour} rel="prev">
          <IconArrowLeft size={20} aria-hidden />
          <span>
            {previous.internalSymbolIndex}. {previous.title}
          </span>
        </Link>
      )}
      {next && (
        <Link to={path(next)} className={classes.neighbour} rel="next">
          <span>
            {next.internalSymbolIndex}. {next.title}
          </span>
          <IconArrowRight size={20} aria-hidden />
        </Link>
      )}
    </nav>
  );
}
