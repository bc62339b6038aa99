import type { Frame } from '@balloon/domain/ceremony/frame.ts';
import { AwardOverlay, AwardSlide } from '#features/ceremony/award-overlay.tsx';
import classes from '#features/ceremony/ceremony.module.css';
import { CeremonyTable } from '#features/ceremony/ceremony-table.tsx';

/** What the hall sees after a step. */
export function Stage({ frame }: { frame: Frame }) {
  return (
    <div className={classes.stage}>
      <p className={classes.contest}>{frame.contest}</p>
      <CeremonyTable frame={frame} />
      {frame.honoured && <AwardOverlay honoured={frame.honoured} />}
      {frame.slide && <AwardSlide slide={frame.slide} />}
    </div>
  );
}
