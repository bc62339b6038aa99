import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inboxQuery } from '#features/messages/data/messages.data.ts';
import classes from '#features/messages/inbox/inbox.module.css';
import { showInbox, useInboxOpen } from '#features/messages/inbox/inbox-state.ts';
import { OwnMarkdown } from '#features/problems/statement/lazy-markdown.tsx';
import { Guarded } from '#shared/ui/states/guarded.tsx';

/** An urgent announcement stands over every screen of the contest until it was opened. Never takes the focus. */
export function UrgentMessages({ contestId }: { contestId: number }) {
  const { t } = useTranslation();
  const isOpen = useInboxOpen();
  const { data } = useQuery(inboxQuery(contestId));
  const urgent = data?.unread.find(({ message }) => message.isUrgent);
  if (!urgent || isOpen) return null;
  return (
    <div className={classes.urgent} role="alert">
      <strong className={classes.urgentName}>
        <IconAlertTriangle size={20} stroke={1.8} aria-hidden />
        {t('messages.urgent')}
      </strong>
      <div className={classes.urgentText}>
        <Guarded of={urgent.message.text} fallback={urgent.message.text}>
          <OwnMarkdown text={urgent.message.text} hasPictures={false} />
        </Guarded>
      </div>
      <Button className={classes.urgentButton} onClick={() => showInbox(true)}>
        {t('messages.open')}
      </Button>
    </div>
  );
}
