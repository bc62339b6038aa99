import type { BalloonAction } from '@balloon/contracts/hall/balloons.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconPrinter, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from '#features/balloons/balloon-card.module.css';
import type { ShownBalloon } from '#features/balloons/balloon-list.ts';
import { type CardStep, stepsOf } from '#features/balloons/balloon-steps.ts';
import { colorName } from '#features/balloons/color-name.ts';
import { formatContestTime } from '#shared/text/contest-time.ts';
import { balloonColor } from '#shared/ui/labels/balloon-colors.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';

export interface BalloonCardProps {
  balloon: ShownBalloon;
  me: { id: number; isSupervisor: boolean };
  isPending: boolean;
  onStep: (balloon: ShownBalloon, action: BalloonAction) => void;
  onPrint: (balloon: ShownBalloon) => void;
}

/** A balloon to carry: colour and seat can be read at arm's length, the next step lies under the thumb. */
export function BalloonCard({ balloon, me, isPending, onStep, onPrint }: BalloonCardProps) {
  const { t } = useTranslation();
  const { team, problem, isFirstSolve, solvedAfterMs } = balloon;
  const color = balloonColor(problem.symbolIndex, problem.color);
  const name = t('balloons.named', { problem: problem.symbolIndex, team: team.name });
  return (
    <li className={classes.card} data-state={balloon.state}>
      <div className={classes.what}>
        <ProblemBalloon index={problem.symbolIndex} color={color} size={76} />
        <div className={classes.who}>
          {team.seat !== null && <p className={classes.seat}>{team.seat}</p>}
          <h2 className={classes.team}>{team.name}</h2>
          {team.organization !== null && <p className={classes.facts}>{team.organization}</p>}
          <p className={classes.facts}>
            <span>{t(`balloons.color.${colorName(color)}`)}</span>
            {solvedAfterMs !== null && (
              <span className={classes.time}>{formatContestTime(solvedAfterMs)}</span>
            )}
            {isFirstSolve && (
              <span className={classes.first}>
                <IconStarFilled size={16} aria-hidden />
                {t('balloons.firstSolve')}
              </span>
            )}
          </p>
        </div>
        <Tooltip label={t('balloons.printSlip')}>
          <ActionIcon aria-label={t('balloons.printSlipOf', { name })} onClick={() => onPrint(balloon)}>
            <IconPrinter size={20} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <Standing balloon={balloon} myId={me.id} />
      <Steps
        steps={stepsOf(balloon, me)}
        name={name}
        isPending={isPending}
        onStep={(a) => onStep(balloon, a)}
      />
    </li>
  );
}

/** Who carries it, or that the solve is gone. */
function Standing({
  balloon: { state, runnerId, runnerName },
  myId,
}: {
  balloon: ShownBalloon;
  myId: number;
}) {
  const { t } = useTranslation();
  if (state === 'waiting') return null;
  const isGone = state === 'cancelled' || state === 'withdrawn';
  return (
    <p className={classes.standing} data-is-gone={isGone}>
      {isGone && <IconAlertTriangle size={18} aria-hidden />}
      <span>
        {isGone && `${t(`balloons.${state}`)} `}
        {runnerId === myId
          ? t(state === 'delivered' ? 'balloons.deliveredByMe' : 'balloons.carriedByMe')
          : t(state === 'delivered' ? 'balloons.deliveredBy' : 'balloons.carriedBy', {
              name: runnerName ?? t('balloons.somebody'),
            })}
      </span>
    </p>
  );
}

interface StepsProps {
  steps: readonly CardStep[];
  name: string;
  isPending: boolean;
  onStep: (action: BalloonAction) => void;
}

function Steps({ steps, name, isPending, onStep }: StepsProps) {
  const { t } = useTranslation();
  if (steps.length === 0) return null;
  return (
    <div className={classes.steps}>
      {steps.map(({ action, isMain }) => (
        <Button
          key={action}
          size="md"
          variant={isMain ? 'filled' : 'default'}
          loading={isPending && isMain}
          disabled={isPending && !isMain}
          aria-label={t(`balloons.stepOf.${action}`, { name })}
          onClick={() => onStep(action)}
        >
          {t(`balloons.step.${action}`)}
        </Button>
      ))}
    </div>
  );
}
