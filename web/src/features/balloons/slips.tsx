import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ShownBalloon } from '#features/balloons/balloon-list.ts';
import { colorName } from '#features/balloons/color-name.ts';
import { type SlipPaper, slipPages } from '#features/balloons/slip-paper.ts';
import classes from '#features/balloons/slips.module.css';
import { usePrinting } from '#shared/look/use-printing.ts';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { balloonColor } from '#shared/ui/labels/balloon-colors.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface SlipsProps {
  contestName: string;
  balloons: readonly ShownBalloon[];
  paper: SlipPaper;
  onPrinted: () => void;
}

/** Slips for the printer, one to a page, to hang on balloons. Prints as soon as they are drawn. */
export function Slips({ contestName, balloons, paper, onPrinted }: SlipsProps) {
  usePrinting(onPrinted);
  return (
    <div className={classes.slips} aria-hidden>
      <style>{slipPages(paper)}</style>
      {balloons.map((balloon) => (
        <Slip key={balloon.key} contestName={contestName} balloon={balloon} />
      ))}
    </div>
  );
}

function Slip({ contestName, balloon }: { contestName: string; balloon: ShownBalloon }) {
  const { t } = useTranslation();
  const { team, problem, solvedAfterMs, isFirstSolve, others } = balloon;
  const color = balloonColor(problem.symbolIndex, problem.color);
  return (
    <section className={classes.slip}>
      <p className={classes.contest}>{contestName}</p>
      {team.seat !== null && <p className={classes.seat}>{team.seat}</p>}
      <h2 className={classes.team}>{team.name}</h2>
      {team.organization !== null && <p className={classes.organization}>{team.organization}</p>}
      <div className={classes.problem}>
        <ProblemBalloon index={problem.symbolIndex} color={color} size={76} />
        <div>
          <p className={classes.color}>{t(`balloons.color.${colorName(color)}`)}</p>
          {solvedAfterMs !== null && <p className={classes.time}>{formatContestTime(solvedAfterMs)}</p>}
        </div>
      </div>
      {isFirstSolve && (
        <p className={classes.first}>
          <IconStarFilled size={18} aria-hidden /> {t('balloons.firstSolve')}
        </p>
      )}
      <p className={classes.others}>
        {others.length === 0
          ? t('balloons.noOthers')
          : t('balloons.others', { problems: others.map(({ symbolIndex }) => symbolIndex).join(', ') })}
      </p>
    </section>
  );
}
