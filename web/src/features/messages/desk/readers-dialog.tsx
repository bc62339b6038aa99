import type { PublicUser } from '@balloon/contracts/users.ts';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { readersQuery } from '#features/messages/data/messages.data.ts';
import classes from '#features/messages/messages.module.css';
import { useFormats } from '#shared/text/format.ts';
import { modals } from '#shared/ui/dialogs/modals.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** Shows which participants have read a message to all, and which have not. */
export function openReaders(contestId: number, messageId: number): void {
  modals.open({
    title: i18next.t('messages.readersTitle'),
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    children: <Readers contestId={contestId} messageId={messageId} />,
  });
}

function Readers({ contestId, messageId }: { contestId: number; messageId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data, error, refetch } = useQuery(readersQuery(contestId, messageId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsPlaceholder rows={3} />;
  return (
    <div className={classes.readers}>
      <h3 className={classes.sectionName}>{t('messages.notRead', { count: data.unread.length })}</h3>
      <ul>
        {data.unread.map((user) => (
          <li key={user.id}>{nameOf(user)}</li>
        ))}
      </ul>
      <h3 className={classes.sectionName}>{t('messages.haveRead', { count: data.read.length })}</h3>
      <ul>
        {data.read.map(({ user, readAtMs }) => (
          <li key={user.id}>
            {nameOf(user)}
            <time dateTime={new Date(readAtMs).toISOString()}>{formats.time(readAtMs)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}

const nameOf = (user: PublicUser) => user.fullName || user.username;
