import { ORGANIZATIONS_PAGE_SIZE } from '@balloon/contracts/people/team-limits.ts';
import type { Organization } from '@balloon/contracts/people/teams.ts';
import { Button } from '@mantine/core';
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import classes from '#features/teams/organizations.module.css';
import { organizationsQuery } from '#features/teams/teams.data.ts';
import {
  type OrganizationChoice,
  organizationPath,
  organizationsPath,
  readOrganizationChoice,
} from '#features/teams/teams.url.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 200;
const PAGER_REACH = 5;

/** /admin/organizations: where teams come from. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('admin.organizations'));
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const choice = readOrganizationChoice(search);
  return (
    <>
      <ListHead title={t('admin.organizations')}>
        <Button
          className={classes.create ?? ''}
          component={Link}
          to="/admin/organizations/create"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('organizations.create')}
        </Button>
      </ListHead>
      <search className={classes.search}>
        <SearchField
          label={t('organizations.search')}
          query={choice.query}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={(query) => void navigate(organizationsPath({ query }), { replace: true })}
        />
      </search>
      <OrganizationList choice={choice} />
    </>
  );
}

function OrganizationList({ choice }: { choice: OrganizationChoice }) {
  const { t } = useTranslation();
  const { data, error, refetch, isPlaceholderData } = useQuery(organizationsQuery(choice));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsPlaceholder />;
  const last = pagesNumber(data.organizationsNumber, ORGANIZATIONS_PAGE_SIZE);
  if (choice.page > last && !isPlaceholderData)
    return <Navigate replace to={organizationsPath({ ...choice, page: last })} />;
  if (data.organizations.length === 0) return <Nothing isSearch={choice.query.trim() !== ''} />;
  return (
    <>
      <p className={classes.count} role="status">
        {t('organizations.found', { count: data.organizationsNumber })}
      </p>
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {data.organizations.map((organization) => (
          <OrganizationRow key={organization.id} organization={organization} />
        ))}
      </ul>
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => organizationsPath({ ...choice, page })}
      />
    </>
  );
}

function OrganizationRow({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const { id, name, formalName, country, logo, teamsNumber } = organization;
  return (
    <li className={classes.row}>
      <span className={classes.logo}>
        {logo === null ? (
          <IconBuildingCommunity size={24} stroke={1.5} aria-hidden />
        ) : (
          <img src={logo} alt="" />
        )}
      </span>
      <span className={classes.names}>
        <Link className={classes.link} to={organizationPath(id)}>
          {name}
        </Link>
        {formalName !== '' && <span className={classes.formal}>{formalName}</span>}
      </span>
      {country !== null && <span className={classes.country}>{country}</span>}
      <span className={classes.teams}>{t('organizations.teams', { count: teamsNumber })}</span>
    </li>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconBuildingCommunity size={44} stroke={1.4} aria-hidden />}
      title={t(isSearch ? 'organizations.nothingFound' : 'organizations.emptyTitle')}
      text={t(isSearch ? 'organizations.nothingFoundText' : 'organizations.emptyText')}
    />
  );
}
