import type { RemoveReply } from '@balloon/contracts/contests.ts';
import type { ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { Menu } from '@mantine/core';
import { IconDotsVertical, IconListDetails, IconRefresh, IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/scoreboard/rows/scoreboard-grid.module.css';
import { useRejudging } from '#features/solutions/resets.data.ts';
import { del } from '#shared/api/calls/api.ts';
import { confirm, type Question } from '#shared/ui/dialogs/confirm.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** Supervisors' actions on a participant of the contest; opens at once, since a press of `RowMenu` brings it. */
export function ParticipantMenu({ contestId, row: { user } }: { contestId: number; row: ScoreboardRow }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    // The pressed button is gone; the focus returns to its successor when the menu closes.
    button.current?.focus();
    setIsOpen(true);
  }, []);
  const queryClient = useQueryClient();
  const judgeAgain = useRejudging(contestId);
  const name = user.fullName || user.username;
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ act }: { act: () => Promise<string> }) => showDone(await act()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contest', contestId] }),
  });
  const ask = async (question: Question, act: () => Promise<string>) => {
    if (await confirm(question)) mutate({ act });
  };
  const rejudge = () =>
    ask(
      {
        title: t('deciding.manyTitle'),
        text: t('deciding.ofUserText', { name }),
        yes: t('deciding.recheckMany'),
      },
      () => judgeAgain({ userId: user.id }),
    );
  const remove = () =>
    ask(
      {
        title: t('monitor.removeTitle', { name }),
        text: t('monitor.removeText'),
        yes: t('monitor.remove'),
        isDestructive: true,
      },
      async () => {
        const { count } = await del<RemoveReply>(`/api/admin/contests/${contestId}/users/${user.id}`);
        return t('monitor.removed', { name, count });
      },
    );
  return (
    <Menu position="bottom-start" withinPortal opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.menuButton}
          disabled={isPending}
          aria-label={t('monitor.menu', { name })}
        >
          <IconDotsVertical size={18} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/contest/${contestId}/solutions/all?users=${user.id}`}
          leftSection={<IconListDetails size={18} aria-hidden />}
        >
          {t('monitor.solutions')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh size={18} aria-hidden />} onClick={rejudge}>
          {t('monitor.rejudge')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--wrong)" leftSection={<IconUserMinus size={18} aria-hidden />} onClick={remove}>
          {t('monitor.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
