import type { ContestMessage } from '@balloon/contracts/messages.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconEyeCheck, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSettleQuestion, useWithdrawMessage } from '#features/messages/changes.data.ts';
import classes from '#features/messages/messages.module.css';
import { openReaders } from '#features/messages/readers-dialog.tsx';
import { confirm } from '#shared/ui/confirm.tsx';

/** Supervisors' actions on a message. */
export function MessageTools({ message: { author, message } }: { message: ContestMessage }) {
  const { t } = useTranslation();
  const { id, contestId, kind, readers, isAnswered } = message;
  const withdraw = useWithdrawMessage(contestId);
  const settle = useSettleQuestion(contestId);
  const name = author.fullName || author.username;

  async function takeBack() {
    const isSure = await confirm({
      title: t('messages.withdrawTitle'),
      text: t(kind === 'question' ? 'messages.withdrawQuestionText' : 'messages.withdrawText'),
      yes: t('messages.withdraw'),
      isDestructive: true,
    });
    if (isSure) withdraw.mutate(id);
  }
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes.tools} aria-label={t('messages.tools', { name })}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {readers && (
          <Menu.Item
            leftSection={<IconEyeCheck size={18} stroke={1.7} aria-hidden />}
            onClick={() => openReaders(contestId, id)}
          >
            {t('messages.readersTitle')}
          </Menu.Item>
        )}
        {kind === 'question' && isAnswered && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={18} stroke={1.7} aria-hidden />}
            onClick={() => settle.mutate({ id, isAnswered: false })}
          >
            {t('messages.reopen')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={18} stroke={1.7} aria-hidden />}
          onClick={() => void takeBack()}
        >
          {t('messages.withdraw')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
