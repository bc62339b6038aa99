import type { Organization } from '@balloon/contracts/people/teams.ts';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { StaleNotice, staleFacts } from '#features/audit/stale-notice.tsx';
import {
  OrganizationForm,
  type OrganizationValues,
  useOrganizationForm,
} from '#features/teams/organization-form.tsx';
import classes from '#features/teams/organizations.module.css';
import { organizationQuery } from '#features/teams/teams.data.ts';
import { organizationsPath } from '#features/teams/teams.url.ts';
import { useDeleteOrganization, useSaveOrganization } from '#features/teams/use-organization.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { FormPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';
import { showError } from '#shared/ui/toasts/toasts.ts';

/** /admin/organizations/edit/{organizationId} */
export function Component() {
  const { t } = useTranslation();
  const id = Number(useParams().organizationId);
  const { data, error, refetch } = useQuery(organizationQuery(id));
  usePageTitle(data?.name, error);
  return (
    <>
      <BackLink to={organizationsPath()}>{t('organizations.backToList')}</BackLink>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <FormPlaceholder />}
      {data && <Edit key={id} organization={data} />}
    </>
  );
}

const valuesOf = ({ name, formalName, country, logo, foreignId }: Organization): OrganizationValues => ({
  ...{ name, formalName, country: country ?? '', logo, foreignId: foreignId ?? '' },
});

function Edit({ organization: present }: { organization: Organization }) {
  const { t } = useTranslation();
  const [version, setVersion] = useState(present.version);
  const form = useOrganizationForm(valuesOf(present));
  const leave = useLeaveGuard(form.isChanged);
  const save = useSaveOrganization(present.id, (stored, sent) => {
    setVersion(stored.version);
    form.take(valuesOf(stored), sent);
  });
  const stale = staleFacts(save.error);
  return (
    <>
      <ListHead title={present.name}>
        <DeleteButton organization={present} onDeleted={leave.allow} />
      </ListHead>
      <OrganizationForm
        stored={form}
        yes={t('organizations.save')}
        isPending={save.isPending}
        keepsTyped
        onSave={(values) => save.mutate({ values, onTopOf: version })}
        notice={(values) =>
          stale && (
            <StaleNotice
              facts={stale}
              isSaving={save.isPending}
              onTake={() => void save.takeTheirs().catch(showError)}
              onOverwrite={(newer) => save.mutate({ values: values(), onTopOf: newer })}
            />
          )
        }
      />
    </>
  );
}

function DeleteButton({ organization, onDeleted }: { organization: Organization; onDeleted: () => void }) {
  const { t } = useTranslation();
  const deletion = useDeleteOrganization(organization, onDeleted);
  return (
    <Button
      className={classes.create ?? ''}
      variant="default"
      c="var(--wrong)"
      leftSection={<IconTrash size={18} aria-hidden />}
      loading={deletion.isPending}
      onClick={() => void deletion.ask()}
    >
      {t('organizations.delete')}
    </Button>
  );
}
