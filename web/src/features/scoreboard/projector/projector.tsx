import type { Contest } from '@balloon/contracts/contests.ts';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from '#features/scoreboard/projector/projector.module.css';
import { ProjectorControls } from '#features/scoreboard/projector/projector-controls.tsx';
import { ProjectorHead } from '#features/scoreboard/projector/projector-head.tsx';
import { ProjectorScoreboard } from '#features/scoreboard/projector/projector-scoreboard.tsx';
import { useProjector } from '#features/scoreboard/projector/use-projector.ts';
import { useStage } from '#features/scoreboard/projector/use-stage.ts';
import { ALL_ROWS, useScoreboard } from '#features/scoreboard/scoreboard.data.ts';
import type { ScoreboardPlace } from '#features/scoreboard/scoreboard-place.ts';
import { useIsOver } from '#features/scoreboard/use-is-over.ts';
import { useLocale } from '#shared/text/i18n.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

export interface ProjectorProps {
  contest: Contest;
  place: ScoreboardPlace;
  onLeave: () => void;
}

/**
 * Table on the wall of a hall, with only the clock and the freeze, large, turning its pages by itself. It shows the
 * public results, whatever rights its starter has.
 */
export function Projector({ contest, place, onLeave }: ProjectorProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useStage(stage, onLeave);
  const { q, groupId, scope } = place;
  const live = { offset: 0, atMs: null, past: 'shown', isPublic: true } as const;
  const choice = { ...live, q, groupId, scope, count: ALL_ROWS, locale: useLocale() };
  const isOver = useIsOver(contest);
  const { data, error, refetch } = useScoreboard(contest.id, choice);
  const show = useProjector(stage, body, data?.rows.length ?? 0);
  return createPortal(
    <div
      ref={stage}
      className={`always-dark ${classes.stage}`}
      role="dialog"
      aria-modal
      aria-label={t('scoreboard.projector')}
      tabIndex={-1}
    >
      <ProjectorHead
        contest={contest}
        isFrozen={data?.isFrozen ?? false}
        scope={isOver && contest.hasPracticeTime ? scope : null}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <ProjectorScoreboard table={data} first={show.first} count={show.rowsPerPage} bodyRef={body} />
      )}
      {data && <ProjectorControls show={show} total={data.rows.length} onLeave={onLeave} />}
    </div>,
    document.body,
  );
}
