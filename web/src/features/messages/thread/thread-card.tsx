import type { ContestMessage } from '@balloon/contracts/talk/messages.ts';
import { isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { formatTimeSinceStart } from '@balloon/domain/contests/contest-time.ts';
import { IconAlertTriangle, IconCheck, IconClock, IconLock, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentContest } from '#features/contests/current-contest.ts';
import type { Thread } from '#features/messages/data/message-lists.ts';
import { MessageBody } from '#features/messages/thread/message-body.tsx';
import classes from '#features/messages/thread/thread-card.module.css';
import { useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { ProblemBalloon } from '#shared/ui/labels/problem-balloon.tsx';
import { Guarded } from '#shared/ui/states/guarded.tsx';

/**
 * An announcement, or a question with its answers.
 *
 * @param isNew marks a message that was unread
 * @param tools shown for each message, at the end of its first line; for supervisors
 * @param children actions below everything
 */
export function ThreadCard(props: ThreadCardProps) {
  const { t } = useTranslation();
  return (
    <Guarded of={props.thread} fallback={<p className={classes.card}>{t('messages.broken')}</p>}>
      <Card {...props} />
    </Guarded>
  );
}

interface ThreadCardProps {
  thread: Thread;
  isNew?: boolean;
  tools?: (message: ContestMessage) => ReactNode;
  children?: ReactNode;
}

function Card({ thread, isNew = false, tools, children }: ThreadCardProps) {
  const { opening, quoted, answers } = thread;
  return (
    <article className={classes.card} data-new={isNew} data-urgent={opening?.message.isUrgent ?? false}>
      {opening && <Opening message={opening} tools={tools?.(opening)} />}
      {!opening && quoted && <Quoted text={quoted.text} message={answers[0]} />}
      {answers.map((answer) => (
        <Answer
          key={answer.message.id}
          message={answer}
          isAlone={!opening && !quoted}
          tools={tools?.(answer)}
        />
      ))}
      {children}
    </article>
  );
}

function Opening({ message, tools }: { message: ContestMessage; tools: ReactNode }) {
  const { kind, isUrgent } = message.message;
  const { t } = useTranslation();
  return (
    <>
      <Head message={message} tools={tools}>
        {isUrgent && (
          <span className={classes.urgent}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            {t('messages.urgent')}
          </span>
        )}
        {kind === 'question' && <QuestionState message={message} />}
      </Head>
      <MessageBody message={message.message} />
    </>
  );
}

/** Quoted question of an author who is not named. */
function Quoted({ text, message }: { text: string; message: ContestMessage | undefined }) {
  const { t } = useTranslation();
  return (
    <blockquote className={classes.quoted}>
      <Balloon message={message} />
      <div>
        <p className={classes.quotedName}>{t('messages.quoted')}</p>
        <p className={classes.quotedText}>{text}</p>
      </div>
    </blockquote>
  );
}

function Answer({
  message,
  isAlone,
  tools,
}: {
  message: ContestMessage;
  isAlone: boolean;
  tools: ReactNode;
}) {
  const { t } = useTranslation();
  const { isPrivate } = message.message;
  const Icon = isPrivate ? IconLock : IconUsers;
  return (
    <div className={classes.answer} data-alone={isAlone}>
      <Head message={message} tools={tools} hasBalloon={isAlone}>
        <span className={classes.to}>
          <Icon size={16} stroke={1.8} aria-hidden />
          {t(isPrivate ? 'messages.toOne' : 'messages.toAll')}
        </span>
      </Head>
      <MessageBody message={message.message} />
    </div>
  );
}

function Head({
  message,
  tools,
  children,
  hasBalloon = true,
}: {
  message: ContestMessage;
  tools: ReactNode;
  children: ReactNode;
  hasBalloon?: boolean;
}) {
  const formats = useFormats();
  const { postAtMs } = message.message;
  const isToday = new Date(postAtMs).toDateString() === new Date().toDateString();
  return (
    <header className={classes.head}>
      {hasBalloon && <Balloon message={message} />}
      <span className={classes.author}>{useAuthorName(message)}</span>
      {hasBalloon && <Category message={message} />}
      {children}
      <span className={classes.when}>
        <ContestTime message={message.message} />
        <time
          className={classes.time}
          dateTime={new Date(postAtMs).toISOString()}
          title={formats.exact(postAtMs)}
        >
          {isToday ? formats.time(postAtMs) : formats.dateTime(postAtMs)}
        </time>
        {tools}
      </span>
    </header>
  );
}

/** What a message is about if it is about neither a problem nor the contest as a whole. */
function Category({ message: { message } }: { message: ContestMessage }) {
  const { t } = useTranslation();
  if (message.symbolIndex !== null || message.category === 'general') return null;
  return <span className={classes.category}>{t(`messages.category.${message.category}`)}</span>;
}

/**
 * Time since the start of the contest, from its start on. Organisers see a question and its answers by the clock of who asked,
 * where that is another one, and other messages of a floating contest by none, since everybody has their own.
 */
function ContestTime({ message: { postAtMs, clockStartMs } }: Pick<ContestMessage, 'message'>) {
  const { t } = useTranslation();
  const contest = useCurrentContest();
  const me = useMe();
  const hasNoClock = isFloating(contest) && me.isSupervisor;
  const startTimeMs = clockStartMs ?? (hasNoClock ? null : contest.startTimeMs);
  if (startTimeMs === null || postAtMs < startTimeMs) return null;
  const isOfAsker = startTimeMs !== contest.startTimeMs;
  return (
    <span
      className={classes.contestTime}
      title={t(isOfAsker ? 'messages.askersTime' : 'messages.contestTime')}
    >
      {formatTimeSinceStart({ ...contest, startTimeMs }, postAtMs)}
    </span>
  );
}

function Balloon({ message }: { message: ContestMessage | undefined }) {
  const { symbolIndex = null, color } = message?.message ?? {};
  return symbolIndex === null ? null : <ProblemBalloon index={symbolIndex} color={color} size={24} />;
}

/** Name of the author: oneself, the jury, or a person; supervisors also see who wrote as the jury. */
function useAuthorName({ author, message }: ContestMessage): string {
  const { t } = useTranslation();
  const me = useMe();
  const { sentBy, asAdmin } = message;
  const nameOf = (person: { fullName: string; username: string }) => person.fullName || person.username;
  if (asAdmin) {
    return sentBy ? t('messages.juryBy', { name: nameOf(sentBy) }) : t('messages.jury');
  }
  if (sentBy && sentBy.id !== author.id) {
    return sentBy.id === me.id ? t('messages.you') : `${nameOf(author)} · ${nameOf(sentBy)}`;
  }
  return author.id === me.id ? t('messages.you') : nameOf(author);
}

function QuestionState({ message }: { message: ContestMessage }) {
  const { t } = useTranslation();
  const { isAnswered } = message.message;
  const Icon = isAnswered ? IconCheck : IconClock;
  return (
    <span className={isAnswered ? classes.answered : classes.waiting}>
      <Icon size={16} stroke={2} aria-hidden />
      {t(isAnswered ? 'messages.answered' : 'messages.waiting')}
    </span>
  );
}
