import type { ContestControl, TimesChanged } from '@balloon/contracts/contests/contest-control.ts';
import { type ContestStatus, endTimeMs, freezeTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { Button } from '@mantine/core';
import { IconClockPlus, IconPlayerPlay, IconSnowflake, IconSnowflakeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeTimes,
  previewTimesQuery,
  restoreTimes,
  type TimeActionName,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import { ExtendDialog } from '#features/contest-control/time/extend-dialog.tsx';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

export interface TimeActionsProps {
  state: ContestControl;
  status: ContestStatus;
  onChanged: (change: LastChange) => void;
}

/** Start, end, freeze and thaw: those that are possible in this phase. */
export function TimeActions({ state, status, onChanged }: TimeActionsProps) {
  const { t } = useTranslation();
  const { contest } = state;
  const [isExtending, setIsExtending] = useState(false);
  const { start, freeze, thaw, run, isPending } = useTimeActions(state, onChanged);
  const isRunning = status === 'RUNNING' || status === 'FROZEN';
  return (
    <>
      {status === 'WAITING' && (
        <Button
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          loading={isPending}
          onClick={() => void start()}
        >
          {t('control.startNow')}
        </Button>
      )}
      {(isRunning || status === 'PRACTICE' || status === 'WAITING') && (
        <Button
          variant="default"
          leftSection={<IconClockPlus size={18} aria-hidden />}
          onClick={() => setIsExtending(true)}
        >
          {t('control.extend')}
        </Button>
      )}
      {status === 'RUNNING' && (
        <Button
          variant="default"
          leftSection={<IconSnowflake size={18} aria-hidden />}
          loading={isPending}
          onClick={() => void freeze()}
        >
          {t('control.freezeNow')}
        </Button>
      )}
      {status === 'FROZEN' && (
        <Button
          variant="default"
          leftSection={<IconSnowflakeOff size={18} aria-hidden />}
          loading={isPending}
          onClick={() => void thaw()}
        >
          {t('control.thaw')}
        </Button>
      )}
      {isExtending && (
        <ExtendDialog
          contest={contest}
          onClose={() => setIsExtending(false)}
          onExtend={(minutes, revision) => run('extend', { minutes, revision })}
        />
      )}
    </>
  );
}

interface Extension {
  minutes?: number;
  /** Revision whose end the minutes are added to. */
  revision?: number;
}

/** Actions with their questions; what was done is handed on with its way back. */
function useTimeActions({ contest, people }: ContestControl, onChanged: TimeActionsProps['onChanged']) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const changing = useControlAction(
    contest.id,
    ({ what, revision = contest.revision, minutes }: { what: TimeActionName } & Extension) =>
      changeTimes(contest.id, what, {
        basedOnRevision: revision,
        ...(minutes !== undefined && { minutes }),
      }),
  );

  async function run(what: TimeActionName, extension: Extension = {}): Promise<boolean> {
    try {
      const changed = await changing.mutateAsync({ what, ...extension });
      const text = t(`control.done.${what}`, timesOf(changed));
      onChanged({ text, revision: changed.revision, undo: () => restoreTimes(contest.id, changed) });
      return true;
    } catch {
      return false; // the mutation has reported it
    }
  }
  const timesOf = ({ after }: TimesChanged) => ({
    end: formats.time(endTimeMs({ ...contest, ...after })),
    start: formats.time(after.startTimeMs),
  });

  async function start() {
    const text = t(people.joined === 0 ? 'control.startTextNone' : 'control.startText', {
      count: people.joined,
      was: formats.dateTime(contest.startTimeMs),
    });
    if (await confirm({ title: t('control.startTitle'), text, yes: t('control.startNow') }))
      await run('start');
  }

  async function freeze() {
    const text = t('control.freezeText', { end: formats.time(endTimeMs(contest)) });
    if (await confirm({ title: t('control.freezeTitle'), text, yes: t('control.freezeNow') }))
      await run('freeze');
  }

  async function thaw() {
    try {
      const open = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs };
      const preview = previewTimesQuery(contest.id, contest.revision, open);
      const { solutions } = await queryClient.fetchQuery(preview);
      const since = formats.time(freezeTimeMs(contest));
      const key = solutions.revealed === 0 ? 'control.thawTextNone' : 'control.thawText';
      const text = t(key, { count: solutions.revealed, since });
      const question = { title: t('control.thawTitle'), text, yes: t('control.thaw'), isDestructive: true };
      if (await confirm(question)) await run('thaw');
    } catch (error) {
      showError(error);
    }
  }
  return { start, freeze, thaw, run, isPending: changing.isPending };
}
