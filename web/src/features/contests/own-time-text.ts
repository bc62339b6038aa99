import type { OwnTimeChange } from '@balloon/contracts/people/own-time-changes.ts';
import i18next from 'i18next';
import type { Formats } from '#shared/text/format.ts';

const MINUTE_MS = 60_000;

/** A change of somebody's own time in words, for them and for organisers alike. */
export function ownTimeText(change: OwnTimeChange, formats: Pick<Formats, 'dateTime'>): string {
  const { isOwn, startedAtMs, oldStartedAtMs, extraTimeMs, oldExtraTimeMs } = change;
  const minutes = Math.round(extraTimeMs / MINUTE_MS);
  if (extraTimeMs !== oldExtraTimeMs) {
    if (extraTimeMs === 0) return i18next.t('ownTime.extraTakenBack');
    const before = Math.round(oldExtraTimeMs / MINUTE_MS);
    return i18next.t(before === 0 ? 'ownTime.extra' : 'ownTime.extraInPlace', { minutes, before });
  }
  if (isOwn) return i18next.t('ownTime.started');
  if (startedAtMs === null) return i18next.t('ownTime.takenBack');
  const key = oldStartedAtMs === null ? 'ownTime.startPutBack' : 'ownTime.startMoved';
  return i18next.t(key, { at: formats.dateTime(startedAtMs) });
}
