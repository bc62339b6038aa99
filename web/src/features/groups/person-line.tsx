import type { PublicUser } from '@balloon/contracts/users.ts';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/groups/group-members.module.css';
import { initialsOf, ROLE_KEYS } from '#shared/text/person.ts';

export interface PersonLineProps {
  user: PublicUser;
  isTicked: boolean;
  /** Text in place of the box, for people who cannot be ticked. */
  note?: string | undefined;
  onTick: (isTicked: boolean) => void;
}

/** A person to tick: name, login and role. */
export function PersonLine({ user, isTicked, note, onTick }: PersonLineProps) {
  const { t } = useTranslation();
  const id = useId();
  const { mask } = user.accessGroup;
  return (
    <li>
      <label className={classes.person} htmlFor={id} data-ticked={isTicked || undefined}>
        <Checkbox
          id={id}
          checked={isTicked || note !== undefined}
          disabled={note !== undefined}
          onChange={(event) => onTick(event.currentTarget.checked)}
        />
        <span className={classes.initials} aria-hidden>
          {initialsOf(user)}
        </span>
        <span className={classes.name}>
          {user.fullName || user.username}
          <span className={classes.login}>{user.username}</span>
        </span>
        {note !== undefined && <span className={classes.note}>{note}</span>}
        {mask > 256 && <span className={classes.note}>{t(ROLE_KEYS[mask] ?? 'role.user')}</span>}
      </label>
    </li>
  );
}
