import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconEyeCheck, IconTag, IconTrash, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettleQuestion, useWithdrawMessage } from '#features/messages/data/changes.data.ts';
import { MoveDialog } from '#features/messages/desk/move-dialog.tsx';
import { openReaders } from '#features/messages/desk/readers-dialog.tsx';
import classes from '#features/messages/messages.module.css';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';

/** Supervisors' actions on a message. */
export function MessageTools({ message: { author, message } }: { message: ContestMessage }) {
  const { t } = useTranslation();
  const { id, contestId, kind, readers, isAnswered } = message;
  const withdraw = useWithdrawMessage(contestId);
  const settle = useSettleQuestion(contestId);
  const [isMoving, setIsMoving] = useState(false);
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
    <>
      {isMoving && <MoveDialog question={message} onClose={() => setIsMoving(false)} />}
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
          {kind === 'question' && (
            <>
              <Menu.Item
                leftSection={<IconTag size={18} stroke={1.7} aria-hidden />}
                onClick={() => setIsMoving(true)}
              >
                {t('messages.move')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUser size={18} stroke={1.7} aria-hidden />}
                component={Link}
                to={`/contest/${contestId}/messages?show=all&author=${author.id}`}
              >
                {t('messages.allOf', { name })}
              </Menu.Item>
            </>
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
    </>
  );
}
