import type { Contest } from '@balloon/contracts/contests.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openVirtual } from '#features/virtual/open-virtual.ts';
import { useAtServerNow } from '#shared/api/live/server-clock.ts';

/** Opens the dialog of virtual participation; nothing where a contest takes no virtual participants. */
export function VirtualButton({ contest, className }: { contest: Contest; className?: string | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isOver = useAtServerNow((nowMs) => nowMs > lastEndTimeMs(contest));
  const isTaken = contest.allowsVirtual && contest.virtualOfId === null;
  if (!isOver || !isTaken || !contest.isEnabled || contest.isSuspended) return null;
  const enter = (contestId: number) => void navigate(`/contest/${contestId}`);
  return (
    <Button
      {...(className !== undefined && { className })}
      variant="default"
      size="sm"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      aria-label={t('virtual.buttonOf', { name: contest.name })}
      onClick={() => void openVirtual(contest, enter)}
    >
      {t('virtual.button')}
    </Button>
  );
}
