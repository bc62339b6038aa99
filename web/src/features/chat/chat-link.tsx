import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { unreadQuery } from '#features/chat/chat.data.ts';
import classes from '#features/chat/chat-link.module.css';
import { useChatEvents } from '#features/chat/use-chat-events.ts';
import { useMe } from '#shared/api/session.ts';
import { setTitleCount } from '#shared/text/title-count.ts';

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
    <Tooltip label={label}>
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
    </Tooltip>
  );
}

/** Link to the chat as an item of the profile menu. */
export function ChatMenuItem() {
  const name = useChatName();
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <Menu.Item
      component={Link}
      to="/chat/admin"
      leftSection={<IconMessageCircle size={18} stroke={1.7} aria-hidden />}
      rightSection={unread > 0 ? <span className={classes.inMenu}>{unread}</span> : undefined}
    >
      {name}
    </Menu.Item>
  );
}

function useChatName(): string {
  const { t } = useTranslation();
  return t(useMe().isSupervisor ? 'chat.titleOfSupervisor' : 'chat.title');
}
