import type { WindowChange } from '@balloon/contracts/people/own-time-changes.ts';
import { Loader } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWindowHistory } from '#features/contest-control/windows/own-windows.data.ts';
import classes from '#features/contest-control/windows/window-history.module.css';
import { ownTimeText } from '#features/contests/own-time-text.ts';
import { useFormats } from '#shared/text/format.ts';
import { ErrorState } from '#shared/ui/states/states.tsx';

interface WindowHistoryProps {
  contestId: number;
  userId: number;
  name: string;
  /** How often organisers changed the window; another number means another history. */
  changesNumber: number;
}

/** What organisers did with a window, and why; loaded once somebody opens it. */
export function WindowHistory({ name, changesNumber, ...of }: WindowHistoryProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.history} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary
        className={classes.summary}
        aria-label={t('windows.historyOf', { name, count: changesNumber })}
      >
        <IconChevronRight className={classes.chevron} size={16} aria-hidden />
        <span>{t('windows.history', { count: changesNumber })}</span>
      </summary>
      {isOpen && <Changes {...of} changesNumber={changesNumber} />}
    </details>
  );
}

function Changes({ contestId, userId, changesNumber }: Omit<WindowHistoryProps, 'name'>) {
  const { data, error, refetch } = useWindowHistory(contestId, userId, changesNumber);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loader size="sm" />;
  return (
    <ol className={classes.list}>
      {data.changes.map((change) => (
        <Entry key={`${change.atMs} ${change.startedAtMs} ${change.extraTimeMs}`} change={change} />
      ))}
    </ol>
  );
}

function Entry({ change }: { change: WindowChange }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { atMs, actor, isOwn, reason } = change;
  const who = actor ? actor.fullName || actor.username : t('windows.unknownActor');
  return (
    <li className={classes.entry}>
      <time className={classes.time} dateTime={new Date(atMs).toISOString()} title={formats.exact(atMs)}>
        {formats.dateTime(atMs)}
      </time>
      <div>
        <p className={classes.what}>
          {ownTimeText(change, formats)}
          {!isOwn && <span className={classes.who}> · {who}</span>}
        </p>
        {reason !== '' && <p className={classes.reason}>{reason}</p>}
      </div>
    </li>
  );
}
