import { Drawer } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/messages/inbox/inbox.module.css';
import { InboxPanel } from '#features/messages/inbox/inbox-panel.tsx';
import { showInbox } from '#features/messages/inbox/inbox-state.ts';

/** The panel at the right side. It stays in the page when it is closed, so that it can leave smoothly. */
export default function InboxDrawer({ contestId, isOpen }: { contestId: number; isOpen: boolean }) {
  const { t } = useTranslation();
  // Opened after it is there, even the first time: the library remembers then where the focus goes back to.
  const [isShown, setIsShown] = useState(false);
  useEffect(() => setIsShown(isOpen), [isOpen]);
  return (
    <Drawer
      opened={isShown}
      onClose={() => showInbox(false)}
      position="right"
      size="min(100%, 440px)"
      zIndex={300}
      title={t('messages.title')}
      classNames={{ content: classes.panel, header: classes.panelHead, title: classes.panelTitle }}
      closeButtonProps={{ 'aria-label': t('common.close'), size: 44, iconSize: 22 }}
    >
      <InboxPanel contestId={contestId} />
    </Drawer>
  );
}
