import type { OwnUser } from '@balloon/contracts/users.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownGroupsQuery } from '#features/account/account.data.ts';
import classes from '#features/account/profile.module.css';
import { useFormats } from '#shared/text/format.ts';
import { initialsOf, ROLE_KEYS } from '#shared/text/person.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';

/** Name, role and groups of the signed-in person. */
export function ProfileHead({ me }: { me: OwnUser }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <header className={classes.head}>
      <div className={classes.initials} aria-hidden>
        {initialsOf(me)}
      </div>
      <div className={classes.names}>
        <h1 className={classes.name}>{me.fullName || me.username}</h1>
        <p className={classes.login}>
          {me.username} · {t(ROLE_KEYS[me.accessGroup.mask] ?? 'role.user')}
          {me.rating !== undefined &&
            ` · ${t('profile.rating', { rating: formats.number(Math.round(me.rating)) })}`}
        </p>
        <OwnGroups userId={me.id} />
      </div>
    </header>
  );
}

function OwnGroups({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(ownGroupsQuery(userId));
  if (data?.length === 0) return <p className={classes.noGroups}>{t('profile.noGroups')}</p>;
  if (data !== undefined) return <GroupChips groups={data} />;
  return error === null ? <Skeleton height={26} width={140} mt={10} radius="xl" /> : null;
}
