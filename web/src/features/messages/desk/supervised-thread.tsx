import { UnstyledButton } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Thread } from '#features/messages/data/message-lists.ts';
import { AnswerBar } from '#features/messages/desk/answer-bar.tsx';
import { MessageTools } from '#features/messages/desk/message-tools.tsx';
import { openReaders } from '#features/messages/desk/readers-dialog.tsx';
import classes from '#features/messages/messages.module.css';
import { ThreadCard } from '#features/messages/thread/thread-card.tsx';

/** A thread with the supervisors' actions: answer, see who has read, withdraw. */
export function SupervisedThread({ thread, isNew }: { thread: Thread; isNew: boolean }) {
  const { t } = useTranslation();
  const opening = thread.opening?.message;
  return (
    <ThreadCard thread={thread} isNew={isNew} tools={(message) => <MessageTools message={message} />}>
      {opening?.readers && (
        <UnstyledButton className={classes.readBy} onClick={() => openReaders(opening.contestId, opening.id)}>
          <IconEyeCheck size={16} stroke={1.8} aria-hidden />
          {t('messages.readBy', { read: opening.readers.read, all: opening.readers.all })}
        </UnstyledButton>
      )}
      {opening?.kind === 'question' && <AnswerBar question={opening} />}
    </ThreadCard>
  );
}
