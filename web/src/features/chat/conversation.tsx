import type { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconArrowDown, IconMessageCircle } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chatIdOf, forgetOlder, messagesQuery } from '#features/chat/chat.data.ts';
import { useChatTime } from '#features/chat/chat-time.ts';
import classes from '#features/chat/conversation.module.css';
import { layOut } from '#features/chat/lay-out.ts';
import { MessageBubble, UnsentBubble } from '#features/chat/message-bubble.tsx';
import { MessageInput } from '#features/chat/message-input.tsx';
import { removeUnsent, type Unsent, useUnsent } from '#features/chat/outbox.ts';
import { useReading } from '#features/chat/use-reading.ts';
import { useChatScroll } from '#features/chat/use-scroll.ts';
import { useSending } from '#features/chat/use-sending.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Messages of a dialog, older ones on demand, and the input. */
export function Conversation({ peerId }: { peerId: number }) {
  const { t } = useTranslation();
  const me = useMe();
  const chatId = chatIdOf(me);
  const dialog = { ownId: me.id, peerId };
  const loaded = useInfiniteQuery(messagesQuery(peerId));
  const messages = loaded.data?.pages.flatMap((page) => page.messages) ?? [];
  const unsent = useUnsent(dialog).filter((one) => !hasArrived(one, messages, chatId));
  const { send, sendAgain } = useSending(dialog, chatId);
  const [returned, setReturned] = useState({ text: '', times: 0 });
  const newestUnread = messages.find(({ author, message }) => author.id === peerId && !message.isRead);
  useReading(peerId, chatId, newestUnread?.message.id);

  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = loaded;
  const loadOlder = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, toEnd } = useChatScroll(scroller, content, loadOlder);
  useForgetting(peerId, messages, isAtEnd);

  const isEmpty = loaded.isSuccess && messages.length === 0 && unsent.length === 0;
  return (
    <>
      <div className={classes.frame}>
        <ScrollRegion as="div" ref={scroller} className={classes.scroller} role="log" label={t('chat.log')}>
          <div ref={content} className={classes.content} aria-busy={isFetching}>
            {loaded.isPending && <ConversationSkeleton />}
            {loaded.isLoadingError && (
              <ErrorState error={loaded.error} onRetry={() => void loaded.refetch()} />
            )}
            {isEmpty && <NothingSaid isSupervisor={me.isSupervisor} />}
            {loaded.isFetchingNextPage && <Skeleton height={36} width="46%" radius="lg" />}
            {isFetchNextPageError && (
              <Button variant="subtle" onClick={() => void fetchNextPage()}>
                {t('chat.olderFailed')}
              </Button>
            )}
            <Messages messages={messages} chatId={chatId} ownId={me.id} />
            {unsent.map((one) => (
              <UnsentBubble
                key={one.key}
                unsent={one}
                onRetry={() => sendAgain(one)}
                onReturn={() => {
                  removeUnsent(dialog, one.key);
                  setReturned(({ times }) => ({ text: one.text, times: times + 1 }));
                }}
              />
            ))}
          </div>
        </ScrollRegion>
        {!isAtEnd && (
          <Button
            className={classes.toEnd ?? ''}
            variant="default"
            radius="xl"
            leftSection={<IconArrowDown size={18} aria-hidden />}
            onClick={toEnd}
          >
            {t(newestUnread ? 'chat.newBelow' : 'chat.toEnd')}
          </Button>
        )}
      </div>
      <MessageInput
        dialog={dialog}
        returned={returned}
        onSend={(text) => {
          send(text);
          toEnd();
        }}
      />
    </>
  );
}

/**
 * Whether an unsent message is already shown: the live event may precede the answer to its request, so the
 * same own text counts as that message.
 */
function hasArrived({ text, writtenAtMs, state }: Unsent, messages: readonly ChatEnvelope[], chatId: number) {
  if (state === 'refused') return false;
  return messages.some(
    ({ author, message }) =>
      author.id === chatId &&
      message.message === text.trim() &&
      message.postAtMs > writtenAtMs - CLOCK_TOLERANCE_MS,
  );
}
const CLOCK_TOLERANCE_MS = 2_000;

/** Drops the oldest messages beyond thirty with each new one, except while the person reads older ones. */
function useForgetting(peerId: number, messages: readonly ChatEnvelope[], isAtEnd: boolean): void {
  const queryClient = useQueryClient();
  const newestId = messages[0]?.message.id;
  const known = useRef(newestId);
  useEffect(() => {
    const isGrown = known.current !== undefined && newestId !== undefined && newestId > known.current;
    known.current = newestId;
    if (isGrown && isAtEnd) forgetOlder(queryClient, peerId);
  }, [newestId, isAtEnd, queryClient, peerId]);
}

function Messages({
  messages,
  chatId,
  ownId,
}: {
  messages: readonly ChatEnvelope[];
  chatId: number;
  ownId: number;
}) {
  const time = useChatTime();
  return layOut(messages).map((item) =>
    item.kind === 'day' ? (
      <p key={item.key} className={classes.day}>
        {time.day(item.atMs)}
      </p>
    ) : (
      <MessageBubble
        key={item.key}
        envelope={item.envelope}
        beginsGroup={item.beginsGroup}
        isOwn={item.envelope.author.id === chatId}
        isMine={(item.envelope.writtenBy ?? item.envelope.author).id === ownId}
      />
    ),
  );
}

function NothingSaid({ isSupervisor }: { isSupervisor: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.middle}>
      <EmptyState
        icon={<IconMessageCircle size={44} stroke={1.4} aria-hidden />}
        title={t('chat.empty')}
        text={t(isSupervisor ? 'chat.emptyTextOfSupervisor' : 'chat.emptyText')}
      />
    </div>
  );
}

const SHAPES = [
  { width: 52, isOwn: false },
  { width: 34, isOwn: false },
  { width: 46, isOwn: true },
  { width: 61, isOwn: false },
  { width: 28, isOwn: true },
];

function ConversationSkeleton() {
  return SHAPES.map(({ width, isOwn }) => (
    <Skeleton
      key={width}
      className={isOwn ? (classes.own ?? '') : ''}
      height={42}
      width={`${width}%`}
      radius="lg"
    />
  ));
}
