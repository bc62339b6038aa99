import type { PreviewInterval } from '@balloon/contracts/contests/contest-control.ts';
import { MAX_CONTEST_MS } from '@balloon/contracts/contests/contest-form.ts';
import { MAX_REMOVED_INTERVALS } from '@balloon/contracts/contests/control-limits.ts';
import {
  canRemoveInterval,
  withRemovedInterval,
  withRestoredInterval,
} from '@balloon/domain/contests/time-changes.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import type { ContestSettings } from '#features/contest-admin/contest-settings.ts';
import type { TimeChange } from '#features/contest-control/change-times.ts';

interface WantedInterval {
  fromMs: number;
  toMs: number;
  /** Whether the end moves later by the length of the interval. */
  movesEnd: boolean;
}

/** Cuts an interval out of the contest: what was sent in it counts for nobody, and what came later is that much earlier. */
export const removeInterval = ({ fromMs, toMs, movesEnd }: WantedInterval): TimeChange => ({
  action: 'contest.removeInterval',
  apply(settings, atMs) {
    if (!canRemoveInterval(settings, { fromMs, toMs })) {
      throw new ConflictError(
        'INTERVAL_NOT_FREE',
        'Choose an interval within the main time that overlaps no removed one',
      );
    }
    if (settings.removedIntervals.length >= MAX_REMOVED_INTERVALS) {
      throw new InvalidInputError('INVALID_INPUT', `fromMs: at most ${MAX_REMOVED_INTERVALS} intervals`);
    }
    const cut = withRemovedInterval(settings, { fromMs, toMs, isEndMoved: movesEnd }, atMs);
    return movedWithin(settings, cut);
  },
});

/** Puts a removed interval back. */
export const restoreInterval = ({ id, movesEnd }: { id: number; movesEnd: boolean }): TimeChange => ({
  action: 'contest.restoreInterval',
  apply(settings, atMs) {
    if (!settings.removedIntervals.some((interval) => interval.id === id)) {
      throw new NotFoundError('INTERVAL_NOT_FOUND', `The contest has no removed interval ${id}`);
    }
    return movedWithin(settings, withRestoredInterval(settings, { id, movesEnd }, atMs));
  },
});

/** The change that a preview is about. */
export const previewedChange = (wanted: PreviewInterval): TimeChange =>
  'intervalId' in wanted
    ? restoreInterval({ id: wanted.intervalId, movesEnd: wanted.movesEnd })
    : removeInterval(wanted);

function movedWithin(before: ContestSettings, after: ContestSettings | null): ContestSettings {
  if (!after)
    throw new ConflictError('END_NOT_AHEAD', 'The end would not lie ahead: let it stay where it is');
  if (after.durationTimeMs <= Math.max(MAX_CONTEST_MS, before.durationTimeMs)) return after;
  throw new InvalidInputError('INVALID_INPUT', 'toMs: the contest would be too long');
}
