import type { Contest } from '@balloon/contracts/contests.ts';
import { useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import classes from '#features/table/projector.module.css';
import { ProjectorControls } from '#features/table/projector-controls.tsx';
import { ProjectorHead } from '#features/table/projector-head.tsx';
import { ProjectorTable } from '#features/table/projector-table.tsx';
import { ALL_ROWS, useTable } from '#features/table/table.data.ts';
import type { TablePlace } from '#features/table/table-place.ts';
import { useProjector } from '#features/table/use-projector.ts';
import { useStage } from '#features/table/use-stage.ts';
import { useLocale } from '#shared/i18n.ts';
import { ErrorState } from '#shared/states.tsx';

export interface ProjectorProps {
  contest: Contest;
  place: TablePlace;
  onLeave: () => void;
}

/**
 * The table on the wall of a hall: nothing but it, the clock and the freeze, large, page after page by itself. It shows
 * what everybody may know, whoever started it.
 */
export function Projector({ contest, place, onLeave }: ProjectorProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useStage(stage, onLeave);
  const { q, groupId } = place;
  const choice = { q, groupId, count: ALL_ROWS, offset: 0, atMs: null, isPublic: true, locale: useLocale() };
  const { data, error, refetch } = useTable(contest.id, choice);
  const show = useProjector(stage, body, data?.rows.length ?? 0);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard on the whole page
    <div
      ref={stage}
      className={`always-dark ${classes.stage}`}
      role="dialog"
      aria-modal
      aria-label={t('table.projector')}
      tabIndex={-1}
      onClick={show.togglePause}
    >
      <ProjectorHead contest={contest} isFrozen={data?.isFrozen ?? false} />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <ProjectorTable table={data} first={show.first} count={show.rowsPerPage} bodyRef={body} />}
      {data && <ProjectorControls show={show} total={data.rows.length} onLeave={onLeave} />}
    </div>,
    document.body,
  );
}
