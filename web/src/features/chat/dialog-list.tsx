import type { ChatDialog } from '@balloon/contracts/talk/chat.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import { Skeleton } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { dialogsQuery, peopleQuery } from '#features/chat/chat.data.ts';
import { useChatTime } from '#features/chat/chat-time.ts';
import classes from '#features/chat/dialog-list.module.css';
import { Portrait } from '#features/chat/portrait.tsx';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

/** Supervisors' dialogs, the newest first, and a search for other people. */
export function DialogList({ openId }: { openId: number | null }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const query = search.get('q') ?? '';
  const { data: dialogs, error, refetch } = useQuery(dialogsQuery);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = dialogs?.filter(({ peer }) => peer.id === openId || hasWords(peer, words));
  return (
    <nav className={classes.column} aria-label={t('chat.dialogs')}>
      <div className={classes.top}>
        <h1 className={classes.title}>{t('chat.titleOfSupervisor')}</h1>
        <SearchField
          label={t('chat.search')}
          query={query}
          debounceMs={0}
          onSearch={(words) => setSearch(words === '' ? {} : { q: words }, { replace: true })}
        />
      </div>
      <div className={classes.scroller}>
        {shown === undefined && error === null && <DialogsSkeleton />}
        {shown === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {dialogs?.length === 0 && words.length === 0 && (
          <EmptyState
            icon={<IconInbox size={44} stroke={1.4} aria-hidden />}
            title={t('chat.noDialogs')}
            text={t('chat.noDialogsText')}
          />
        )}
        <ul className={classes.list}>
          {shown?.map((dialog) => (
            <DialogRow key={dialog.peer.id} dialog={dialog} isOpen={dialog.peer.id === openId} />
          ))}
        </ul>
        {words.length > 0 && dialogs && (
          <FoundPeople query={query.trim()} known={new Set(dialogs.map(({ peer }) => peer.id))} />
        )}
      </div>
    </nav>
  );
}

function hasWords({ username, fullName }: PublicUser, words: readonly string[]): boolean {
  const name = `${username} ${fullName}`.toLowerCase();
  return words.every((word) => name.includes(word));
}

function DialogRow({ dialog, isOpen }: { dialog: ChatDialog; isOpen: boolean }) {
  const { t } = useTranslation();
  const time = useChatTime();
  const { peer, headMessage, unreadNumber } = dialog;
  const isOwn = headMessage.userId !== peer.id;
  return (
    <li>
      <Link className={classes.row} to={`/chat/${peer.id}`} aria-current={isOpen ? 'page' : undefined}>
        <Portrait user={peer} />
        <span className={classes.words}>
          <span className={classes.name}>{peer.fullName || peer.username}</span>
          <time
            className={classes.time}
            dateTime={headMessage.createdAt}
            title={time.exact(headMessage.postAtMs)}
          >
            {time.brief(headMessage.postAtMs)}
          </time>
          <span className={classes.head}>
            {isOwn && <span className={classes.own}>{t('chat.ownHead')} </span>}
            {headMessage.message}
          </span>
          {unreadNumber > 0 && (
            <span className={classes.unread}>
              {unreadNumber}
              <span className="visually-hidden"> {t('chat.unread', { count: unreadNumber })}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Found people without a dialog, to begin one. */
function FoundPeople({ query, known }: { query: string; known: ReadonlySet<number> }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(peopleQuery(query));
  if (data === undefined) {
    return error === null ? <DialogsSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  const people = data.users.filter(({ id }) => !known.has(id));
  return (
    <section aria-label={t('chat.people')}>
      <p className={classes.found} role="status">
        {t('chat.found', { count: people.length })}
      </p>
      <ul className={classes.list}>
        {people.map((user) => (
          <li key={user.id}>
            <Link className={classes.row} to={`/chat/${user.id}`}>
              <Portrait user={user} />
              <span className={classes.words}>
                <span className={classes.name}>{user.fullName || user.username}</span>
                <span className={classes.head}>{user.username}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WIDTHS = [48, 62, 40, 55, 45, 58];

function DialogsSkeleton() {
  const { t } = useTranslation();
  return (
    <ul className={classes.list} aria-busy="true" aria-label={t('progress.label')}>
      {WIDTHS.map((width) => (
        <li key={width} className={classes.row}>
          <Skeleton circle height={40} />
          <div className={classes.bars}>
            <Skeleton height={15} width={`${width}%`} mt={3} />
            <Skeleton height={13} width={`${width + 30}%`} mt={9} />
          </div>
        </li>
      ))}
    </ul>
  );
}
