import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/inbox.module.css';
import { showInbox, useInboxOpen } from '#features/messages/inbox-state.ts';
import { inboxQuery } from '#features/messages/messages.data.ts';

/** An urgent announcement stands over every screen of the contest until it was opened. Never takes the focus. */
export function UrgentMessages({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const isOpen = useInboxOpen();
  const { data } = useQuery(inboxQuery(contestId));
  const urgent = data?.unread.find(({ message }) => message.isUrgent);
  if (!urgent || isOpen) return null;
  return (
    <div className={classes.urgent} role="alert">
      <IconAlertTriangle size={22} stroke={1.8} aria-hidden />
      <p className={classes.urgentText}>
        <strong>{t('messages.urgent')}</strong>
        {urgent.message.text}
      </p>
      <Button variant="filled" color="red" onClick={() => showInbox(true)}>
        {t('messages.open')}
      </Button>
    </div>
  );
}
