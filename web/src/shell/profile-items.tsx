import { Menu } from '@mantine/core';
import { IconKeyboard, IconLogout } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ChatMenuItem } from '#features/chat/chat-menu-item.tsx';
import { disconnectSocket, setLeaving } from '#shared/api/live/socket.ts';
import { channelsQuery } from '#shared/api/queries/channels.ts';
import { isConfined, meQuery, signOut, useMe } from '#shared/api/queries/session.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';
import { openKeyboardHelp } from '#shell/keyboard-help.tsx';
import { menuEntries } from '#shell/menu-entries.ts';
import classes from '#shell/profile-menu.module.css';
import { ThemeItems } from '#shell/theme-items.tsx';

/** Name and role of the signed-in person, and the screens for them. */
export function ProfileItems() {
  const { t } = useTranslation();
  const me = useMe();
  const leave = useSignOut();
  const { data: channels } = useQuery({ ...channelsQuery, enabled: me.email === null });
  return (
    <>
      <div className={classes.card}>
        <div className={classes.cardName}>{me.fullName || me.username}</div>
        <div className={classes.cardRole}>
          {me.username} · {t(ROLE_KEYS[me.accessGroup.mask] ?? 'role.user')}
        </div>
      </div>
      <Menu.Divider />
      {menuEntries(me, channels).map(({ to, key, icon: Icon }) => (
        <Menu.Item
          key={to}
          component={Link}
          to={to}
          leftSection={<Icon size={18} stroke={1.7} aria-hidden />}
        >
          {t(key)}
        </Menu.Item>
      ))}
      {!isConfined(me) && <ChatMenuItem />}
      <div className={classes.onlyNarrow}>
        <Menu.Divider />
        <ThemeItems />
      </div>
      <Menu.Divider />
      <Menu.Item
        className={classes.onlyKeyboard}
        leftSection={<IconKeyboard size={18} stroke={1.7} aria-hidden />}
        rightSection={<kbd className={classes.key}>?</kbd>}
        onClick={openKeyboardHelp}
      >
        {t('keys.title')}
      </Menu.Item>
      <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} aria-hidden />} onClick={leave}>
        {t('profile.signOut')}
      </Menu.Item>
    </>
  );
}

/** Signs out after a question, and drops all data loaded for this person. */
function useSignOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    const isSure = await confirm({
      title: t('profile.signOutTitle'),
      text: t('profile.signOutText'),
      yes: t('profile.signOut'),
    });
    if (!isSure) return;
    setLeaving(true);
    try {
      await queryClient.cancelQueries(); // calls under way would return as refusals
      await signOut();
    } catch (error) {
      setLeaving(false);
      void queryClient.invalidateQueries(); // what was called off, and what the connection left out
      return showError(error);
    }
    disconnectSocket();
    queryClient.setQueryData(meQuery.queryKey, null);
    await navigate('/auth', { flushSync: true });
    // Data that the old screen still uses would be fetched again and refused; signing in removes it.
    queryClient.removeQueries({ type: 'inactive', predicate: (query) => query.queryKey[0] !== 'me' });
  };
}
