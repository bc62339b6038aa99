import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '#shared/api/queries/session.ts';
import { initialsOf } from '#shared/text/person.ts';
import { later } from '#shared/ui/behaviour/after-screen.ts';
import { MenuButton } from '#shared/ui/floating/menu-button.tsx';
import classes from '#shell/profile-menu.module.css';

const items = later(() => import('#shell/profile-items.tsx'));

/** Menu of the signed-in person: name, role and available screens. */
export function ProfileMenu() {
  const { t } = useTranslation();
  const me = useMe();
  const button = (
    <UnstyledButton className={classes.pill} aria-label={t('profile.menu', { name: me.fullName })}>
      <span className={classes.initials} data-initials={initialsOf(me)} aria-hidden />
      <span className={classes.name}>{me.fullName || me.username}</span>
    </UnstyledButton>
  );
  return (
    <MenuButton button={button} items={items} width={260}>
      {({ ProfileItems }) => <ProfileItems />}
    </MenuButton>
  );
}
