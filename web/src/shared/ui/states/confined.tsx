import type { OwnUser } from '@balloon/contracts/users.ts';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { serverNowMs } from '#shared/api/live/server-clock.ts';
import { useFormats } from '#shared/text/format.ts';
import { Notice } from '#shared/ui/states/notice.tsx';
import { EmptyState } from '#shared/ui/states/states.tsx';

type Confining = NonNullable<OwnUser['confinedTo']>[number];

/** Longest timer of browsers, ms; a later end is asked for again with the next answer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MARGIN_MS = 1_000;

/** What stands in place of a screen that contest mode has closed: why, until when, and the way to the contest. */
export function ConfinedState({ contest }: { contest: Confining }) {
  const { t } = useTranslation();
  const formats = useFormats();
  useOpeningAt(contest.untilMs);
  return (
    <EmptyState
      icon={<IconLock size={44} stroke={1.4} aria-hidden />}
      title={t('confined.title')}
      text={t('confined.text', { contest: contest.name, until: formats.dateTime(contest.untilMs) })}
      action={
        <Button component={Link} to={`/contest/${contest.id}/problems`}>
          {t('confined.open')}
        </Button>
      }
    />
  );
}

/** Notice of contest mode above the list of contests, which shows only this one. */
export function ConfinedNotice({ contest }: { contest: Confining }) {
  const { t } = useTranslation();
  const formats = useFormats();
  useOpeningAt(contest.untilMs);
  return (
    <Notice tone="warning" icon={<IconLock size={20} aria-hidden />}>
      {t('confined.text', { contest: contest.name, until: formats.dateTime(contest.untilMs) })}
    </Notice>
  );
}

/** Fetches everything again when the rest of the site opens. */
function useOpeningAt(untilMs: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const waitMs = Math.min(Math.max(0, untilMs - serverNowMs()) + MARGIN_MS, LONGEST_TIMER_MS);
    const timer = setTimeout(() => void queryClient.invalidateQueries(), waitMs);
    return () => clearTimeout(timer);
  }, [queryClient, untilMs]);
}
