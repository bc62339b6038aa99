import { Menu } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { unreadQuery } from '#features/chat/chat.data.ts';
import classes from '#features/chat/chat-link.module.css';
import { useChatName } from '#features/chat/chat-link.tsx';

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
