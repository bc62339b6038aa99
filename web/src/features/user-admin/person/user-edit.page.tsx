import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ProfileSection } from '#features/account/profile-section.tsx';
import { auditPath } from '#features/audit/audit.url.ts';
import { TeamSection } from '#features/teams/team-section.tsx';
import { usePeopleChanges } from '#features/user-admin/list/use-people-changes.ts';
import { personQuery } from '#features/user-admin/people.data.ts';
import { BanSection } from '#features/user-admin/person/ban-section.tsx';
import { DeleteSection } from '#features/user-admin/person/delete-section.tsx';
import { PasswordSection } from '#features/user-admin/person/password-section.tsx';
import { SessionsOfPerson } from '#features/user-admin/person/sessions-of-person.tsx';
import { UserEditForm } from '#features/user-admin/person/user-edit-form.tsx';
import { ApiError } from '#shared/api/calls/api-error.ts';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { ROLE_KEYS } from '#shared/text/person.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import classes from '#shared/ui/forms/account-form.module.css';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/users/edit/{userId} */
export function Component() {
  const { t } = useTranslation();
  const userId = Number(useParams().userId);
  const { data, error, refetch } = useQuery(personQuery(userId));
  const name = data ? data.fullName || data.username : undefined;
  usePageTitle(name ?? t('userEdit.title'));
  usePeopleChanges();
  // Somebody else may delete the person while the screen is open.
  const isGone = error instanceof ApiError && error.status === 404;
  if (data === undefined || isGone) {
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  return <Person key={data.id} person={data} />;
}

function Person({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  const me = useMe();
  const isOther = person.id !== me.id;
  const [isPersonChanged, setPersonChanged] = useState(false);
  const [isTeamChanged, setTeamChanged] = useState(false);
  const leave = useLeaveGuard(isPersonChanged || isTeamChanged);
  return (
    <div className={classes.page}>
      <BackLink to="/admin/users">{t('people.backToList')}</BackLink>
      <ListHead title={person.fullName || person.username} />
      <Facts person={person} />
      <ProfileSection title={t('userEdit.data')}>
        {person.canEdit ? (
          <UserEditForm person={person} onChanged={setPersonChanged} />
        ) : (
          <ReadOnly person={person} />
        )}
      </ProfileSection>
      {person.canEdit && person.accessGroup.mask === ACCESS_GROUPS.user.mask && (
        <TeamSection
          userId={person.id}
          name={person.fullName || person.username}
          onChanged={setTeamChanged}
        />
      )}
      {isOther && person.canControl && (
        <>
          <PasswordSection person={person} />
          <BanSection person={person} />
          <SessionsOfPerson userId={person.id} />
        </>
      )}
      {isOther && person.canEdit && !person.canControl && (
        <ProfileSection title={t('userEdit.account')}>
          <p className={classes.hint}>{t('errors.ACCOUNT_NOT_YOURS')}</p>
        </ProfileSection>
      )}
      {isOther && isAdminUser(me) && person.canControl && (
        <DeleteSection person={person} onDeleted={leave.allow} />
      )}
    </div>
  );
}

/** Since when the person is here and when they were seen, and ways to what they did. */
function Facts({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id, registerTimeMs, lastLoggedTimeMs, recentActivityTimeMs } = person;
  return (
    <>
      <p className={classes.facts}>
        <span>{t('common.number', { id })}</span>
        <span>{t('userEdit.registered', { time: formats.dateTime(registerTimeMs) })}</span>
        <span>
          {lastLoggedTimeMs === null
            ? t('people.neverSignedIn')
            : t('userEdit.signedIn', { time: formats.dateTime(lastLoggedTimeMs) })}
        </span>
        {recentActivityTimeMs !== null && (
          <span>{t('userEdit.seen', { time: formats.dateTime(recentActivityTimeMs) })}</span>
        )}
      </p>
      <nav className={classes.links} aria-label={t('userEdit.links')}>
        <Link to={`/chat/${id}`}>{t('userEdit.chat')}</Link>
        <Link to={auditPath({ subject: 'user', subjectId: id })}>{t('userEdit.changes')}</Link>
        {person.isSupervisor && <Link to={auditPath({ actorId: id })}>{t('userEdit.changesBy')}</Link>}
      </nav>
    </>
  );
}

/** What a supervisor reads of somebody whom they may not change. */
function ReadOnly({ person }: { person: AdminUser }) {
  const { t } = useTranslation();
  const role = t(ROLE_KEYS[person.accessGroup.mask] ?? 'role.user');
  return (
    <>
      <p className={classes.hint}>
        <span className="mono">{person.username}</span> · {role}
        {person.email !== null && ` · ${person.email}`}
      </p>
      <GroupChips groups={person.groups} />
      <p className={classes.hint}>{t('userEdit.readOnly')}</p>
    </>
  );
}

function Loading() {
  return (
    <div className={classes.page}>
      <Skeleton width="50%" height={32} mb={16} />
      <Skeleton width="70%" height={16} mb={28} />
      <FormPlaceholder />
    </div>
  );
}
