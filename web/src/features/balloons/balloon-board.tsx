import type { BalloonAction, BalloonQueue } from '@balloon/contracts/hall/balloons.ts';
import { IconBalloon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BalloonCard } from '#features/balloons/balloon-card.tsx';
import { BalloonFilter } from '#features/balloons/balloon-filter.tsx';
import {
  type BalloonChoice,
  chosenBalloons,
  countViews,
  type ShownBalloon,
  shownBalloons,
} from '#features/balloons/balloon-list.ts';
import { useBalloonPlace } from '#features/balloons/balloon-place.ts';
import { useCarry, useStepsOnTheirWay } from '#features/balloons/balloons.data.ts';
import classes from '#features/balloons/balloons.module.css';
import type { SlipPaper } from '#features/balloons/slip-paper.ts';
import { Slips } from '#features/balloons/slips.tsx';
import { useMe } from '#shared/api/queries/session.ts';
import { EmptyState } from '#shared/ui/states/states.tsx';
import { showUndoable } from '#shared/ui/toasts/undo-toast.tsx';

/** Most cards that are drawn; the rest follows when these are gone. */
const MAX_SHOWN = 100;

/** The balloons of a contest as cards, with what is chosen of them. */
export function BalloonBoard({ queue }: { queue: BalloonQueue }) {
  const { t } = useTranslation();
  const { contest } = queue;
  const { place, change } = useBalloonPlace();
  const [printed, setPrinted] = useState<readonly ShownBalloon[]>([]);
  const me = useMe();
  const { carry, pendingKeys } = useSteps(contest.id);
  const all = shownBalloons(queue);
  const chosen = chosenBalloons(all, place, me.id);
  function print(balloons: readonly ShownBalloon[], paper: SlipPaper) {
    change({ paper });
    setPrinted(balloons);
  }
  return (
    <>
      <BalloonFilter
        place={place}
        counts={countViews(all, place.seat)}
        waitingEverywhere={countViews(all, '').waiting}
        hasSeats={queue.teams.some(({ seat }) => seat !== null)}
        onChange={change}
        onPrint={chosen.length > 0 ? (paper) => print(chosen, paper) : null}
      />
      {chosen.length === 0 && (
        <EmptyState
          icon={<IconBalloon size={44} stroke={1.5} aria-hidden />}
          title={t(`balloons.empty.${place.view}`)}
          text={t(
            place.seat === '' ? `balloons.emptyText.${reasonOf(queue, place.view)}` : 'balloons.emptySeat',
          )}
        />
      )}
      <ul className={classes.list} aria-label={t(`balloons.view.${place.view}`)}>
        {chosen.slice(0, MAX_SHOWN).map((balloon) => (
          <BalloonCard
            key={balloon.key}
            balloon={balloon}
            me={me}
            isPending={pendingKeys.has(balloon.key)}
            onStep={(of, action) => void carry(of, action)}
            onPrint={(one) => setPrinted([one])}
          />
        ))}
      </ul>
      {chosen.length > MAX_SHOWN && (
        <p className={classes.more}>{t('balloons.more', { shown: MAX_SHOWN, all: chosen.length })}</p>
      )}
      {printed.length > 0 && (
        <Slips
          contestName={contest.name}
          balloons={printed}
          paper={place.paper}
          onPrinted={() => setPrinted([])}
        />
      )}
    </>
  );
}

/** Why nothing is shown: no balloon follows a solve in the freeze where the contest gives none. */
const reasonOf = ({ isFrozen, rules }: BalloonQueue, view: BalloonChoice['view']) =>
  view === 'waiting' && isFrozen && rules.inFreeze === 'no' ? 'frozen' : view;

/** Does steps, and offers the way back from a delivery, whose card leaves the list. */
function useSteps(contestId: number) {
  const { t } = useTranslation();
  const { mutateAsync } = useCarry(contestId);
  const onTheirWay = useStepsOnTheirWay(contestId);
  async function carry({ userId, problemId, team, problem }: ShownBalloon, action: BalloonAction) {
    const name = t('balloons.named', { problem: problem.symbolIndex, team: team.name });
    try {
      await mutateAsync({ userId, problemId, action });
    } catch {
      return; // the mutation has reported it
    }
    if (action !== 'deliver') return;
    showUndoable(t('balloons.delivered', { name }), {
      undo: () => mutateAsync({ userId, problemId, action: 'undeliver' }),
      undone: t('balloons.undelivered', { name }),
    });
  }
  const pendingKeys = new Set(onTheirWay.map(({ userId, problemId }) => `${userId}-${problemId}`));
  return { carry, pendingKeys };
}
