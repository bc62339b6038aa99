import type { Group } from '@balloon/contracts/contests.ts';
import type { ImportUsersReport } from '@balloon/contracts/people/user-import.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Credentials } from '#features/user-admin/passwords/credentials.ts';
import { IssuedCredentials } from '#features/user-admin/passwords/issued-credentials.tsx';
import { refreshPeople } from '#features/user-admin/people.data.ts';
import { ImportForm } from '#features/user-import/import-form.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { showDone } from '#shared/ui/toasts/toasts.ts';

/** /admin/users/create-into-group: people from a spreadsheet. */
export function Component() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [done, setDone] = useState<{ report: ImportUsersReport; groups: readonly Group[] } | null>(null);
  usePageTitle(t('userImport.title'));
  if (done === null) {
    return (
      <ImportForm
        onDone={(report, groups) => {
          showDone(t('userImport.done'));
          setDone({ report, groups });
          void refreshPeople(queryClient);
        }}
      />
    );
  }
  return <Result {...done} onClose={() => void navigate('/admin/users')} />;
}

/** What was done, and the passwords that were made, to be saved and printed now. */
function Result({
  report,
  groups,
  onClose,
}: {
  report: ImportUsersReport;
  groups: readonly Group[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { counts } = report;
  return (
    <IssuedCredentials
      title={t('userImport.doneTitle')}
      people={credentialsOf(report, groups)}
      done={t('userImport.toList')}
      onClose={onClose}
    >
      <p>
        {(['create', 'rename', 'update', 'skip'] as const)
          .filter((fate) => counts[fate] > 0)
          .map((fate) => t(`userImport.count.${fate}`, { count: counts[fate] }))
          .join(' · ')}
      </p>
    </IssuedCredentials>
  );
}

function credentialsOf({ rows }: ImportUsersReport, groups: readonly Group[]): Credentials[] {
  return rows.flatMap(({ userId, password, firstName, lastName, username }) =>
    userId === null || password === null ? [] : [{ userId, firstName, lastName, username, password, groups }],
  );
}
