import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { freezeTimeMs, thawTimeMs, waitsForThaw } from '@balloon/domain/contests/contest-phase.ts';
import { wasThawedByHand } from '@balloon/domain/contests/time-changes.ts';
import { Button } from '@mantine/core';
import { IconSnowflake, IconSnowflakeOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  changeTimes,
  previewTimesQuery,
  useControlAction,
} from '#features/contest-control/contest-control.data.ts';
import type { LastChange } from '#features/contest-control/undo-bar.tsx';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

interface ThawActionsProps {
  contest: ContestControl['contest'];
  nowMs: number;
  onChanged: (change: LastChange) => void;
}

const OPPOSITE = { thaw: 'freeze', freeze: 'thaw' } as const;
const DONE = { thaw: 'control.done.thawAfterEnd', freeze: 'control.done.freezeAgain' } as const;

/** Opens the results of a contest whose freeze outlives its end, and freezes them again. */
export function ThawActions({ contest, nowMs, onChanged }: ThawActionsProps) {
  const { t } = useTranslation();
  const { thaw, freezeAgain, isPending } = useThaw(contest, onChanged);
  if (waitsForThaw(contest, nowMs)) {
    return (
      <Button
        leftSection={<IconSnowflakeOff size={18} aria-hidden />}
        title={t('control.waitsForThaw')}
        loading={isPending}
        onClick={() => void thaw()}
      >
        {t('control.thaw')}
      </Button>
    );
  }
  if (!wasThawedByHand(contest) || nowMs <= thawTimeMs(contest)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconSnowflake size={18} aria-hidden />}
      loading={isPending}
      onClick={() => void freezeAgain()}
    >
      {t('control.freezeAgain')}
    </Button>
  );
}

/** Both actions with their questions; each is the way back of the other. */
function useThaw(contest: ThawActionsProps['contest'], onChanged: ThawActionsProps['onChanged']) {
  const { t } = useTranslation();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { id, revision } = contest;
  const changing = useControlAction(id, (what: 'thaw' | 'freeze') =>
    changeTimes(id, what, { basedOnRevision: revision }),
  );

  async function run(what: 'thaw' | 'freeze') {
    const changed = await changing.mutateAsync(what).catch(() => null); // the mutation has reported it
    if (!changed) return;
    const undo = () => changeTimes(id, OPPOSITE[what], { basedOnRevision: changed.revision });
    onChanged({ text: t(DONE[what]), revision: changed.revision, undo });
  }

  async function thaw() {
    try {
      const open = { ...contest, relativeFreezeTimeMs: contest.durationTimeMs };
      const { solutions } = await queryClient.fetchQuery(previewTimesQuery(id, revision, open));
      const since = formats.time(freezeTimeMs(contest));
      const text = t('control.thawText', { count: solutions.revealed, since });
      const question = { title: t('control.thawTitle'), text, yes: t('control.thaw'), isDestructive: true };
      if (await confirm(question)) await run('thaw');
    } catch (error) {
      showError(error);
    }
  }

  async function freezeAgain() {
    const text = t('control.freezeAgainText');
    const question = { title: t('control.freezeAgainTitle'), text, yes: t('control.freezeAgain') };
    if (await confirm(question)) await run('freeze');
  }
  return { thaw, freezeAgain, isPending: changing.isPending };
}
