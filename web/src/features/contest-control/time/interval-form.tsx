import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { formatDuration } from '@balloon/domain/contests/contest-time.ts';
import { canRemoveInterval, withRemovedInterval } from '@balloon/domain/contests/time-changes.ts';
import { Button, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  previewIntervalQuery,
  removeInterval,
  restoreInterval,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/contest-control.module.css';
import { IntervalConsequences } from '#features/contest-control/time/interval-consequences.tsx';
import { intervalOf, proposedInterval } from '#features/contest-control/time/interval-fields.ts';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { serverNowMs, useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';

const PREVIEW_AFTER_MS = 300;

export interface IntervalFormProps {
  contest: ContestControl['contest'];
  onClose: () => void;
  onChanged: (change: LastChange) => void;
}

/** Asks which interval to cut out, and shows what that does before it is done. */
export function IntervalForm({ contest, onClose, onChanged }: IntervalFormProps) {
  const { t } = useTranslation();
  const nowMs = useServerNow();
  const zone = useFormats().zone(nowMs);
  const [fields, setFields] = useState(() => proposedInterval(contest, serverNowMs()));
  const [wantsEndMoved, setWantsEndMoved] = useState(true);
  const interval = intervalOf(contest, fields);
  const isFree = interval !== null && canRemoveInterval(contest, interval);
  const mayMoveEnd =
    interval === null || withRemovedInterval(contest, { ...interval, isEndMoved: true }, nowMs) !== null;
  const movesEnd = wantsEndMoved && mayMoveEnd;
  const { cut, isPending } = useCutting(contest, { onClose, onChanged });
  return (
    <SavingForm
      isSaving={isPending}
      className={classes.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        if (interval && isFree) void cut({ ...interval, movesEnd });
      }}
    >
      <p className={classes.note}>{t(`control.intervalNote.${contest.removedSolutions}`, { zone })}</p>
      <div className={classes.choices}>
        <TextInput
          type="datetime-local"
          label={t('control.intervalFrom')}
          value={fields.from}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, from: value })}
        />
        <TextInput
          type="datetime-local"
          label={t('control.intervalTo')}
          value={fields.to}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, to: value })}
          error={interval && !isFree ? t('errors.INTERVAL_NOT_FREE') : undefined}
        />
      </div>
      <Switch
        label={t('control.movesEnd')}
        description={mayMoveEnd ? undefined : t('control.endStays')}
        checked={movesEnd}
        disabled={!mayMoveEnd}
        onChange={({ currentTarget: { checked } }) => setWantsEndMoved(checked)}
      />
      {interval && isFree && <Preview contest={contest} wanted={{ ...interval, movesEnd }} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="red" disabled={!isFree} loading={isPending}>
          {interval && isFree
            ? t('control.cutOut', { duration: formatDuration(interval.toMs - interval.fromMs) })
            : t('control.cutOutNothing')}
        </Button>
      </div>
    </SavingForm>
  );
}

interface Wanted {
  fromMs: number;
  toMs: number;
  movesEnd: boolean;
}

function Preview({ contest, wanted }: { contest: ContestControl['contest']; wanted: Wanted }) {
  const key = JSON.stringify(wanted);
  const [asked] = useDebouncedValue(key, PREVIEW_AFTER_MS);
  const { data, error } = useQuery(
    previewIntervalQuery(contest.id, contest.revision, JSON.parse(asked) as Wanted),
  );
  return (
    <IntervalConsequences
      counting={contest.removedSolutions}
      preview={asked === key ? data : undefined}
      error={error}
    />
  );
}

function useCutting(
  contest: ContestControl['contest'],
  { onClose, onChanged }: Pick<IntervalFormProps, 'onClose' | 'onChanged'>,
) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id: contestId, revision: basedOnRevision } = contest;
  const cutting = useControlAction(contestId, (wanted: Wanted) =>
    removeInterval(contestId, { ...wanted, basedOnRevision }),
  );
  async function cut(wanted: Wanted): Promise<void> {
    try {
      const { revision } = await cutting.mutateAsync(wanted);
      const { movesEnd, fromMs, toMs } = wanted;
      // The number that the server gives it, by the same rule.
      const after = withRemovedInterval(contest, { ...wanted, isEndMoved: false }, serverNowMs());
      const made = after?.removedIntervals?.at(-1);
      const text = t('control.done.cutOut', { from: formats.time(fromMs), to: formats.time(toMs) });
      const undo = () => restoreInterval(contestId, made?.id ?? 0, { movesEnd, basedOnRevision: revision });
      onChanged({ text, revision, undo });
      onClose();
    } catch {
      // the mutation has reported it; the fields stay
    }
  }
  return { cut, isPending: cutting.isPending };
}
