import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { Checkbox } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#features/user-admin/list/people-list.module.css';
import { useFormats } from '#shared/text/format.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';

export interface PersonRowProps {
  person: AdminUser;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** Person of the list: the whole row opens them, the box at its left chooses them. */
export function PersonRow({ person, isChosen, onChoose }: PersonRowProps) {
  const { t } = useTranslation();
  const { id, username, fullName, email, accessGroup, isBan, banReason, groups } = person;
  const name = fullName || username;
  return (
    <li className={classes.row} data-chosen={isChosen}>
      <Checkbox
        className={classes.box ?? ''}
        aria-label={t('people.choose', { name })}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <div className={classes.main}>
        <div className={classes.names}>
          <Link to={`/admin/users/edit/${id}`} className={classes.name}>
            {name}
          </Link>
          {accessGroup.mask !== 256 && (
            <span className={classes.role}>{t(ROLE_KEYS[accessGroup.mask] ?? 'role.user')}</span>
          )}
          {isBan && (
            <span className={classes.banned} title={banReason ?? undefined}>
              <IconBan size={16} stroke={1.8} aria-hidden />
              {t('people.banned')}
            </span>
          )}
        </div>
        <p className={classes.login}>
          <span className="mono">{username}</span>
          {email !== null && <span>{email}</span>}
        </p>
        <GroupChips groups={groups} />
      </div>
      <Seen person={person} />
    </li>
  );
}

function Seen({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const atMs = person.recentActivityTimeMs ?? person.lastLoggedTimeMs;
  if (atMs === null) return <p className={classes.never}>{t('people.neverSignedIn')}</p>;
  return (
    <p className={classes.seen}>
      {t('people.seen')}{' '}
      <time dateTime={new Date(atMs).toISOString()} title={formats.exact(atMs)}>
        {formats.dateTime(atMs)}
      </time>
    </p>
  );
}
