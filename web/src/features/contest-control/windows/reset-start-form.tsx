import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WindowFormProps } from '#features/contest-control/windows/extend-window-form.tsx';
import { setStart, useSetStart } from '#features/contest-control/windows/own-windows.data.ts';
import classes from '#features/contest-control/windows/own-windows.module.css';
import { ReasonField, useReason } from '#features/contest-control/windows/reason-field.tsx';
import { isPeriodOver, lengthFrom } from '#features/contest-control/windows/window-state.ts';
import { useDurationText } from '#features/contests/duration-text.ts';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

/** Takes the start of one participant back, after it has said what is lost. */
export function ResetStartForm({ contest, window, onClose, onChanged }: WindowFormProps) {
  const { t } = useTranslation();
  const { user, startedAtMs } = window;
  const name = user.fullName || user.username;
  const reason = useReason();
  const setting = useSetStart(contest.id);
  async function takeBack(): Promise<void> {
    if (!reason.isGiven()) return;
    try {
      const start = { startedAtMs: null, readStartedAtMs: startedAtMs, reason: reason.text };
      await setting.mutateAsync({ userId: user.id, ...start });
      const undo = () =>
        setStart(contest.id, user.id, { startedAtMs, readStartedAtMs: null, reason: reason.text });
      onChanged({ text: t('windows.resetDone', { name }), revision: null, undo });
      onClose();
    } catch {
      // the mutation has reported it; what was written stays
    }
  }
  return (
    <SavingForm
      isSaving={setting.isPending}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void takeBack();
      }}
    >
      <Losses contest={contest} window={window} />
      <ReasonField {...reason.field} />
      <div className={classes.formButtons}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red" loading={setting.isPending}>
          {t('windows.resetYes')}
        </Button>
      </div>
    </SavingForm>
  );
}

/** What becomes of the submissions, of the screens of the person and of their time. */
function Losses({ contest, window }: Pick<WindowFormProps, 'contest' | 'window'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const nowMs = useServerNow();
  const { solutionsNumber, extraTimeMs } = window;
  const duration = durationText(lengthFrom(contest, nowMs, extraTimeMs));
  const until = formats.dateTime(contest.startTimeMs + contest.durationTimeMs);
  return (
    <ul className={classes.consequences}>
      <li>
        {solutionsNumber > 0
          ? t('windows.losesSolutions', { count: solutionsNumber })
          : t('windows.losesNothing')}
      </li>
      <li>{t('windows.losesScreens')}</li>
      <li>
        {isPeriodOver(contest, nowMs)
          ? t('windows.losesAll', { until })
          : t('windows.startsAnew', { duration, until })}
      </li>
      {extraTimeMs > 0 && <li>{t('windows.keepsExtra', { minutes: Math.round(extraTimeMs / 60_000) })}</li>}
    </ul>
  );
}
