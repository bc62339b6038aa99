import type { CreatedUser } from '@balloon/contracts/people/user-admin.ts';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ShownPassword } from '#features/user-admin/fields/shown-password.tsx';
import { refreshPeople } from '#features/user-admin/people.data.ts';
import { UserCreateForm } from '#features/user-admin/person/user-create-form.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import classes from '#shared/ui/forms/account-form.module.css';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** /admin/users/create */
export function Component() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<{ person: CreatedUser; password: string } | null>(null);
  usePageTitle(t('userForm.createTitle'));
  return (
    <div className={classes.page}>
      <BackLink to="/admin/users">{t('people.backToList')}</BackLink>
      <ListHead title={t('userForm.createTitle')} />
      {created === null ? (
        <UserCreateForm
          onCreated={(person, password) => {
            showDone(t('userForm.created'));
            setCreated({ person, password });
            void refreshPeople(queryClient);
          }}
        />
      ) : (
        <Created {...created} onAnother={() => setCreated(null)} />
      )}
    </div>
  );
}

/** The new account with its password, and the next steps. */
function Created({
  person,
  password,
  onAnother,
}: {
  person: CreatedUser;
  password: string;
  onAnother: () => void;
}) {
  const { t } = useTranslation();
  return (
    <section className={classes.created} aria-live="polite">
      <p>{t('userForm.createdText', { name: person.fullName || person.username })}</p>
      <ShownPassword username={person.username} password={password} />
      <div className={classes.buttons}>
        <Button onClick={onAnother}>{t('userForm.another')}</Button>
        <Button component={Link} to={`/admin/users/edit/${person.id}`} variant="default">
          {t('userForm.open')}
        </Button>
        <Button component={Link} to="/admin/users" variant="subtle">
          {t('userForm.toList')}
        </Button>
      </div>
    </section>
  );
}
