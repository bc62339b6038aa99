import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { MAX_EXTENSION_MIN } from '@balloon/contracts/contests/control-limits.ts';
import { endTimeMs, freezeTimeMs, hasFreeze } from '@balloon/domain/contests/contest-phase.ts';
import { extendedBy } from '@balloon/domain/contests/time-changes.ts';
import { Button, Modal, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewTimesQuery } from '#features/contest-control/contest-control.data.ts';
import classes from '#features/contest-control/contest-control.module.css';
import { UsualMinutes } from '#features/contest-control/time/usual-minutes.tsx';
import { useServerNow } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { useFocusBack } from '#shared/ui/dialogs/use-focus-back.ts';
import { SavingForm } from '#shared/ui/forms/saving-form.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';

const MINUTE_MS = 60_000;
const PREVIEW_AFTER_MS = 300;

type ControlledContest = ContestControl['contest'];

/** Asks by how many minutes the end moves, and shows what that does. */
export function ExtendDialog({
  contest,
  onClose,
  onExtend,
}: {
  contest: ControlledContest;
  onClose: () => void;
  /** @param revision of the contest whose end the supervisor saw */
  onExtend: (minutes: number, revision: number) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  useFocusBack();
  const nowMs = useServerNow();
  const [minutes, setMinutes] = useState(10);
  const [isSending, setIsSending] = useState(false);
  // The end that the supervisor saw: minutes are meant from there, whatever another one does meanwhile.
  const [seenEndMs, setSeenEndMs] = useState(endTimeMs(contest));
  const isMoved = endTimeMs(contest) !== seenEndMs && !isSending;
  const wanted = minutes === 0 ? null : extendedBy(contest, minutes * MINUTE_MS, nowMs);

  async function send() {
    if (wanted === null || isSending || isMoved) return;
    setIsSending(true);
    if (await onExtend(minutes, contest.revision)) onClose();
    else setIsSending(false);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('control.extendTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <SavingForm
        isSaving={isSending}
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <UsualMinutes minutes={minutes} onChoose={setMinutes} />
        <NumberInput
          data-autofocus
          label={t('control.minutes')}
          description={t('control.minutesNote')}
          value={minutes}
          onChange={(value) => setMinutes(Number(value) || 0)}
          min={-MAX_EXTENSION_MIN}
          max={MAX_EXTENSION_MIN}
          allowDecimal={false}
          error={minutes !== 0 && wanted === null ? t('errors.END_NOT_AHEAD') : undefined}
        />
        {isMoved && (
          <MovedMeanwhile
            contest={contest}
            seenEndMs={seenEndMs}
            onTake={() => setSeenEndMs(endTimeMs(contest))}
          />
        )}
        {wanted && !isMoved && <Consequences contest={contest} wanted={wanted} />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={wanted === null || isMoved} loading={isSending}>
            {t(minutes < 0 ? 'control.shortenBy' : 'control.extendBy', { minutes: Math.abs(minutes) })}
          </Button>
        </div>
      </SavingForm>
    </Modal>
  );
}

/** Somebody else moved the end while the dialog was open: minutes would be added to theirs. */
function MovedMeanwhile({
  contest,
  seenEndMs,
  onTake,
}: {
  contest: ControlledContest;
  seenEndMs: number;
  onTake: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const to = formats.time(endTimeMs(contest));
  return (
    <Notice
      tone="failure"
      icon={<IconGitMerge size={20} aria-hidden />}
      title={t('control.endMovedMeanwhile', { from: formats.time(seenEndMs), to })}
    >
      <Button variant="default" mt="xs" onClick={onTake}>
        {t('control.goOnFrom', { to })}
      </Button>
    </Notice>
  );
}

/** End and freeze before and after, and how many solutions and rows they touch. */
function Consequences({ contest, wanted }: { contest: ControlledContest; wanted: ControlledContest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [asked] = useDebouncedValue(wanted, PREVIEW_AFTER_MS);
  const { data } = useQuery(previewTimesQuery(contest.id, contest.revision, asked));
  const counts = data && [
    ['control.toMainTime', data.solutions.toMainTime],
    ['control.toPractice', data.solutions.toPractice],
    ['control.hidden', data.solutions.hidden],
    ['control.revealed', data.solutions.revealed],
    ['control.rowsMoved', data.rows.moved],
  ];
  return (
    <ul className={classes.consequences} aria-live="polite">
      <li>
        {t('control.endMoves', {
          from: formats.time(endTimeMs(contest)),
          to: formats.time(endTimeMs(wanted)),
        })}
      </li>
      {hasFreeze(contest) && (
        <li>
          {freezeTimeMs(contest) === freezeTimeMs(wanted)
            ? t('control.freezeStays', { at: formats.time(freezeTimeMs(contest)) })
            : t('control.freezeMoves', { to: formats.time(freezeTimeMs(wanted)) })}
        </li>
      )}
      {counts
        ?.filter(([, number]) => number !== 0)
        .map(([key, number]) => (
          <li key={key}>{t(String(key), { number: formats.number(Number(number)) })}</li>
        ))}
    </ul>
  );
}
