import type { Contest } from '@balloon/contracts/contests.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStartContest } from '#features/contests/contests.data.ts';
import { useDurationText } from '#features/contests/duration-text.ts';
import { windowEndMs } from '#features/contests/own-window.ts';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** Starts a floating contest for the viewer, who is asked before, since it cannot be taken back. */
export function StartOwnButton({ contest }: { contest: Contest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const durationText = useDurationText();
  const navigate = useNavigate();
  const start = useStartContest(contest.id);
  const ask = async () => {
    const nowMs = serverNowMs();
    const endMs = windowEndMs(contest, nowMs);
    const isCut = endMs - nowMs < (contest.windowTimeMs ?? 0) + contest.ownExtraTimeMs;
    const text = t(isCut ? 'ownStart.cutText' : 'ownStart.text', {
      duration: durationText(Math.ceil((endMs - nowMs) / 60_000) * 60_000),
      end: formats.dateTime(endMs),
    });
    if (!(await confirm({ title: t('ownStart.title'), text, yes: t('ownStart.yes') }))) return;
    try {
      await start.mutateAsync();
      // Also when the live connection was faster, and this button is no more.
      await navigate(`/contest/${contest.id}/problems`);
    } catch {
      // the mutation has reported it
    }
  };
  return (
    <Button
      size="lg"
      leftSection={<IconPlayerPlay size={20} aria-hidden />}
      loading={start.isPending}
      onClick={() => void ask()}
    >
      {t('ownStart.button')}
    </Button>
  );
}
