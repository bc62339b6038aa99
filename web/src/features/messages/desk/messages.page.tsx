import type { MessageFilter } from '@balloon/contracts/talk/message-limits.ts';
import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import { allMessages, messagesOf, type Thread, toThreads } from '#features/messages/data/message-lists.ts';
import { type MessageChoice, messageListQuery } from '#features/messages/data/messages.data.ts';
import { useMarkShown } from '#features/messages/data/use-mark-shown.ts';
import { useSupervising } from '#features/messages/data/use-supervising.ts';
import { MessageFilters, topicsIn } from '#features/messages/desk/message-filters.tsx';
import { SupervisedThread } from '#features/messages/desk/supervised-thread.tsx';
import { useFocusInList } from '#features/messages/desk/use-focus-in-list.ts';
import classes from '#features/messages/messages.module.css';
import { ThreadCard } from '#features/messages/thread/thread-card.tsx';
import { AnnouncementForm } from '#features/messages/writing/announcement-form.tsx';
import { QuestionForm } from '#features/messages/writing/question-form.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { LinkTabs, ListHead } from '#shared/ui/lists/list-head.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Filters for participants; those for supervisors begin with open questions. */
const FILTERS: readonly MessageFilter[] = ['all', 'questions', 'announcements'];
const SUPERVISORS_FILTERS: readonly MessageFilter[] = ['open', 'questions', 'announcements', 'all'];

/** Announcements, questions and answers of the contest, and the forms to ask, answer and announce. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('messages.title'));
  const contest = useCurrentContest();
  const isSupervisor = useSupervising(contest.id);
  const filters = isSupervisor ? SUPERVISORS_FILTERS : FILTERS;
  const filter = useFilter(filters);
  const [params] = useSearchParams();
  const choice = choiceIn(params, filter, isSupervisor);
  // On a narrow screen the form is behind a button, unless the address opens it.
  const [isWriting, setIsWriting] = useState(params.has('problem'));
  const form = (
    <aside key="form" className={classes.aside} data-open={isWriting}>
      {isSupervisor ? <AnnouncementForm /> : <QuestionForm contestId={contest.id} />}
    </aside>
  );
  const list = <ThreadList key={filter} contestId={contest.id} choice={choice} />;
  return (
    <div className={classes.page}>
      <ListHead title={t('messages.title')}>
        <LinkTabs
          label={t('messages.show')}
          tabs={filters.map((one, position) => ({
            name: t(`messages.filter.${one}`),
            to: `/contest/${contest.id}/messages${position === 0 ? '' : `?show=${one}`}`,
            isCurrent: one === filter,
          }))}
        />
        <Button
          className={classes.writeButton}
          variant={isWriting ? 'default' : 'filled'}
          aria-expanded={isWriting}
          onClick={() => setIsWriting(!isWriting)}
        >
          {t(isSupervisor ? 'messages.announce' : 'messages.ask')}
        </Button>
      </ListHead>
      {/* The keyboard goes the way of the job: organisers answer more often than they announce. */}
      <div className={classes.columns}>{isSupervisor && !isWriting ? [list, form] : [form, list]}</div>
    </div>
  );
}

function useFilter(filters: readonly MessageFilter[]): MessageFilter {
  const wanted = useSearchParams()[0].get('show');
  return filters.find((one) => one === wanted) ?? filters[0] ?? 'all';
}

/** Messages that the address asks for; only supervisors filter by more than the kind. */
function choiceIn(params: URLSearchParams, filter: MessageFilter, isSupervisor: boolean): MessageChoice {
  const author = Number(params.get('author'));
  const authorId = isSupervisor && Number.isSafeInteger(author) && author > 0 ? author : null;
  return { filter, about: isSupervisor ? topicsIn(params).join(',') : '', authorId };
}

function ThreadList({ contestId, choice }: { contestId: number; choice: MessageChoice }) {
  const { t } = useTranslation();
  const isSupervisor = useSupervising(contestId);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    messageListQuery(contestId, choice),
  );
  const messages = data?.pages.flatMap(allMessages) ?? [];
  // An urgent message counts as read when it is opened, not when it appears on a screen by itself.
  const fresh = useMarkShown(
    contestId,
    messages.filter(({ message }) => !message.isUrgent),
  );

  const threads = toThreads(messages);
  const keyboard = useFocusInList(threads.map(stateOf).join());

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const filters = isSupervisor && <MessageFilters authorName={authorNameIn(messages, choice.authorId)} />;
  if (messages.length === 0) {
    return (
      <div {...keyboard} className={classes.list}>
        {filters}
        <NothingHere choice={choice} isSupervisor={isSupervisor} />
      </div>
    );
  }
  return (
    <section {...keyboard} className={classes.list} aria-live="polite" aria-label={t('messages.title')}>
      {filters}
      {threads.map((thread) => {
        const isNew = messagesOf(thread).some(({ message }) => !message.isRead || fresh.has(message.id));
        return isSupervisor ? (
          <SupervisedThread key={thread.key} thread={thread} isNew={isNew} />
        ) : (
          <ThreadCard key={thread.key} thread={thread} isNew={isNew} />
        );
      })}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('messages.older')}
        </Button>
      )}
    </section>
  );
}

/** What decides which controls a thread has. */
const stateOf = ({ key, opening, answers }: Thread) =>
  `${key} ${opening?.message.isAnswered} ${answers.length}`;

/** Name of the participant whose questions are shown, once there is one of them. */
function authorNameIn(messages: readonly ContestMessage[], authorId: number | null): string | null {
  const author = messages.find((one) => one.author.id === authorId)?.author;
  return author ? author.fullName || author.username : null;
}

interface NothingHereProps {
  choice: MessageChoice;
  isSupervisor: boolean;
}

function NothingHere({ choice: { filter, about, authorId }, isSupervisor }: NothingHereProps) {
  const { t } = useTranslation();
  if (about !== '' || authorId !== null) return <NothingFound />;
  const title = filter === 'open' ? 'messages.noOpenTitle' : 'messages.emptyTitle';
  const text =
    filter === 'open'
      ? 'messages.noOpenText'
      : isSupervisor
        ? 'messages.emptyTextSupervisor'
        : 'messages.emptyText';
  return (
    <EmptyState
      icon={<IconMessageCircle size={44} stroke={1.4} aria-hidden />}
      title={t(title)}
      text={t(text)}
    />
  );
}

function NothingFound() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconMessageCircle size={44} stroke={1.4} aria-hidden />}
      title={t('messages.noneFoundTitle')}
      text={t('messages.noneFoundText')}
    />
  );
}

function ListSkeleton() {
  return (
    <div className={classes.list} aria-hidden>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={118} radius="md" />
      ))}
    </div>
  );
}
