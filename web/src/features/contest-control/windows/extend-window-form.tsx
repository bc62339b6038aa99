import type { ContestWindows, OwnWindow } from '@balloon/contracts/contests/own-windows.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { giveExtraTime } from '#features/contest-control/contest-control.data.ts';
import { ExtraMinutes } from '#features/contest-control/time/extra-minutes.tsx';
import { useSeenRevision } from '#features/contest-control/time/seen-revision.ts';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { useExtend } from '#features/contest-control/windows/own-windows.data.ts';
import classes from '#features/contest-control/windows/own-windows.module.css';
import { ReasonField, useReason } from '#features/contest-control/windows/reason-field.tsx';
import { endWithExtra } from '#features/contest-control/windows/window-state.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const MINUTE_MS = 60_000;

export interface WindowFormProps {
  contest: ContestWindows['contest'];
  window: OwnWindow;
  onClose: () => void;
  onChanged: (change: LastChange) => void;
}

/** Gives one participant extra time, in all; 0 takes it back. */
export function ExtendWindowForm({ contest, window, onClose, onChanged }: WindowFormProps) {
  const { t } = useTranslation();
  const { user, extraTimeMs } = window;
  const givenMin = Math.round(extraTimeMs / MINUTE_MS);
  const [minutes, setMinutes] = useState<number | ''>(givenMin > 0 ? givenMin : 10);
  const reason = useReason();
  const { seen: basedOnRevision, noteRefusal } = useSeenRevision(contest.revision);
  const extending = useExtend(contest.id);
  async function give(wanted: number): Promise<void> {
    if (!reason.isGiven()) return;
    try {
      const input = { userId: user.id, minutes: wanted, reason: reason.text, basedOnRevision };
      const { revision, before } = await extending.mutateAsync(input);
      const text = t(wanted === 0 ? 'control.done.takenBack' : 'control.done.extraTime', {
        ...{ minutes: wanted, count: 1 },
      });
      const undo = () =>
        giveExtraTime(contest.id, { people: before, reason: reason.text, basedOnRevision: revision });
      if (before.length > 0) onChanged({ text, revision, undo });
      onClose();
    } catch (error) {
      noteRefusal(error); // the mutation has reported it; what was written stays
    }
  }
  return (
    <SavingForm
      isSaving={extending.isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (minutes !== '' && minutes > 0) void give(minutes);
      }}
    >
      <ExtraMinutes isFirst minutes={minutes} onChange={setMinutes} />
      <Consequences contest={contest} window={window} extraTimeMs={(minutes || 0) * MINUTE_MS} />
      <ReasonField {...reason.field} />
      <div className={classes.formButtons}>
        {givenMin > 0 && (
          <Button variant="default" loading={extending.isPending} onClick={() => void give(0)}>
            {t('windows.takeExtraBack', { minutes: givenMin })}
          </Button>
        )}
        <Button type="submit" disabled={!minutes || minutes === givenMin} loading={extending.isPending}>
          {t('windows.give', { minutes: minutes || 0 })}
        </Button>
      </div>
    </SavingForm>
  );
}

/** End of the window with that extra time, or what becomes of it once the person starts. */
function Consequences({
  contest,
  window,
  extraTimeMs,
}: Pick<WindowFormProps, 'contest' | 'window'> & { extraTimeMs: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nowMs = useServerNow();
  const [from, to] = [window.endTimeMs, endWithExtra(contest, window, extraTimeMs)];
  if (from === null || to === null) return <p className={classes.note}>{t('windows.extraBeforeStart')}</p>;
  return (
    <ul className={classes.consequences} aria-live="polite">
      {from !== to && (
        <li>{t('windows.endMoves', { from: formats.dateTime(from), to: formats.dateTime(to) })}</li>
      )}
      {from <= nowMs && nowMs < to && <li>{t('windows.goesOn')}</li>}
      {nowMs < from && to <= nowMs && <li>{t('windows.endsNow')}</li>}
      {to > contest.startTimeMs + contest.durationTimeMs && <li>{t('windows.afterPeriod')}</li>}
    </ul>
  );
}
