import { ActionIcon, Indicator } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unreadQuery } from '#features/chat/chat.data.ts';
import classes from '#features/chat/chat-link.module.css';
import { useChatEvents } from '#features/chat/use-chat-events.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { setTitleCount } from '#shared/text/title-count.ts';
import { Tip } from '#shared/ui/floating/tip.tsx';

const MOST_SHOWN = 99;

/** Link to the chat, with the number of unread messages; on every screen of a signed-in person. */
export function ChatLink() {
  const { t } = useTranslation();
  const name = useChatName();
  useChatEvents();
  const { data: unread = 0 } = useQuery(unreadQuery);
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
  const label = unread === 0 ? name : t('chat.linkUnread', { name, count: unread });
  return (
    <Tip label={label}>
      <Indicator
        label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        disabled={unread === 0}
        classNames={{ indicator: classes.count ?? '' }}
        size={18}
        offset={10}
      >
        <ActionIcon component={Link} to="/chat/admin" aria-label={label} data-waits={unread > 0 || undefined}>
          <IconMessageCircle size={20} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tip>
  );
}

/** Name of the chat for the signed-in person. */
export function useChatName(): string {
  const { t } = useTranslation();
  return t(useMe().isSupervisor ? 'chat.titleOfSupervisor' : 'chat.title');
}
