import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unreadQuery } from '#features/chat/chat.data.ts';
import classes from '#features/chat/chat-link.module.css';
import { useChatEvents } from '#features/chat/use-chat-events.ts';
import { useMe } from '#shared/session.ts';
import { setTitleCount } from '#shared/title-count.ts';

const MOST_SHOWN = 99;

/** The way to the chat, with the number of messages that wait; on every screen of a signed-in person. */
export function ChatLink() {
  const { t } = useTranslation();
  const me = useMe();
  useChatEvents();
  const { data: unread = 0 } = useQuery(unreadQuery);
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);
  const name = t(me.isSupervisor ? 'chat.titleOfSupervisor' : 'chat.title');
  const label = unread === 0 ? name : t('chat.linkUnread', { name, count: unread });
  return (
    <Tooltip label={label}>
      <Indicator
        label={unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        disabled={unread === 0}
        classNames={{ indicator: classes.count ?? '' }}
        size={18}
        offset={8}
      >
        <ActionIcon component={Link} to="/chat/admin" aria-label={label}>
          <IconMessageCircle size={21} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
