import type { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import { SUPPORT_USER_ID } from '@balloon/contracts/talk/chat-limits.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconChecks, IconClock, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chatIdOf, deleteMessage } from '#features/chat/chat.data.ts';
import { useChatTime } from '#features/chat/chat-time.ts';
import { LinkedText } from '#features/chat/linked-text.tsx';
import classes from '#features/chat/message-bubble.module.css';
import type { Unsent } from '#features/chat/outbox.ts';
import { showDeleted } from '#features/chat/use-chat-events.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { errorText } from '#shared/ui/toasts/toasts.ts';

export interface MessageBubbleProps {
  envelope: ChatEnvelope;
  /** Whether the item above differs: another author, another day, a pause. */
  beginsGroup: boolean;
  /** Whether the viewer's side wrote it; all supervisors are one side. */
  isOwn: boolean;
  /** Whether the viewer in person wrote it. */
  isMine: boolean;
}

export function MessageBubble({ envelope, beginsGroup, isOwn, isMine }: MessageBubbleProps) {
  const { t } = useTranslation();
  const time = useChatTime();
  const { message, writtenBy } = envelope;
  return (
    <article
      className={classes.row}
      aria-label={isOwn ? t('chat.ownHead') : nameOf(envelope, t)}
      data-own={isOwn || undefined}
      data-begins={beginsGroup || undefined}
    >
      <div className={classes.bubble}>
        {beginsGroup && writtenBy && !isMine && <p className={classes.writer}>{writtenBy.fullName}</p>}
        <p className={classes.text}>
          <LinkedText text={message.message} />
          <span className={classes.meta}>
            <time dateTime={message.createdAt} title={time.exact(message.postAtMs)}>
              {time.time(message.postAtMs)}
            </time>
            {isOwn && (
              <>
                {message.isRead ? <IconChecks size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
                <span className="visually-hidden">{t(message.isRead ? 'chat.read' : 'chat.sent')}</span>
              </>
            )}
          </span>
        </p>
      </div>
      {isMine && <DeleteButton envelope={envelope} />}
    </article>
  );
}

/** Name of the author; the support's account has one, but not in the person's language. */
function nameOf({ author }: ChatEnvelope, t: (key: string) => string): string {
  return author.id === SUPPORT_USER_ID ? t('chat.support') : author.fullName;
}

function DeleteButton({ envelope }: { envelope: ChatEnvelope }) {
  const { t } = useTranslation();
  const remove = useDeletion(envelope);
  return (
    <ActionIcon className={classes.delete} aria-label={t('chat.delete')} onClick={() => void remove()}>
      <IconTrash size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

/** Deletes a message after a question: the other side loses it too. */
function useDeletion({ message }: ChatEnvelope): () => Promise<void> {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const ownId = chatIdOf(useMe());
  const { mutate } = useMutation({
    mutationFn: () => deleteMessage(message.id),
    onSuccess: () => showDeleted(queryClient, message, ownId),
  });
  return async () => {
    const isSure = await confirm({
      title: t('chat.deleteTitle'),
      text: t('chat.deleteText'),
      yes: t('chat.delete'),
      isDestructive: true,
    });
    if (isSure) mutate();
  };
}

export interface UnsentBubbleProps {
  unsent: Unsent;
  onRetry: () => void;
  /** Moves the text back into the input. */
  onReturn: () => void;
}

/** A message that the server has not accepted yet, with its state and actions. */
export function UnsentBubble({ unsent, onRetry, onReturn }: UnsentBubbleProps) {
  const { t } = useTranslation();
  const isRefused = unsent.state === 'refused';
  return (
    <article className={classes.row} aria-label={t('chat.ownHead')} data-own data-begins>
      <div className={classes.bubble} data-state={unsent.state}>
        <p className={classes.text}>{unsent.text}</p>
        <p className={classes.standing} role="status">
          {!isRefused && <IconClock size={16} aria-hidden />}
          {isRefused
            ? t('chat.refused', { reason: errorText(unsent.error) })
            : t(unsent.state === 'waiting' ? 'chat.waiting' : 'chat.sending')}
        </p>
        {isRefused && (
          <div className={classes.choices}>
            <Button size="compact-md" variant="default" onClick={onRetry}>
              {t('state.retry')}
            </Button>
            <Button size="compact-md" variant="subtle" onClick={onReturn}>
              {t('chat.edit')}
            </Button>
          </div>
        )}
      </div>
    </article>
  );
}
