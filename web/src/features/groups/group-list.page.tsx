import type { FoundGroups } from '@balloon/contracts/people/directory.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import classes from '#features/groups/group-list.module.css';
import { GROUPS_PAGE_SIZE, groupListQuery } from '#features/groups/groups.data.ts';
import {
  type GroupListChoice,
  groupListPath,
  groupPath,
  readGroupList,
} from '#features/groups/groups.url.ts';
import { useDeleteGroup } from '#features/groups/use-delete-group.tsx';
import { isAdminUser, useMe } from '#shared/api/queries/session.ts';
import { useFormats } from '#shared/text/format.ts';
import { usePageTitle } from '#shared/text/i18n.ts';
import { SearchField } from '#shared/ui/forms/search-field.tsx';
import { ListHead } from '#shared/ui/lists/list-head.tsx';
import { Pager } from '#shared/ui/lists/pager.tsx';
import { pagesNumber } from '#shared/ui/lists/pages.ts';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states/states.tsx';

const SEARCH_DEBOUNCE_MS = 200;
const PAGER_REACH = 5;

/** /admin/groups and /admin/groups/page/{n} */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('admin.groups'));
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const choice = readGroupList(pageNumber, search);
  return (
    <>
      <ListHead title={t('admin.groups')}>
        <Button
          className={classes.create ?? ''}
          component={Link}
          to="/admin/groups/create"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('groups.create')}
        </Button>
      </ListHead>
      <search className={classes.toolbar}>
        <SearchField
          label={t('groups.search')}
          query={choice.query}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={(query) => void navigate(groupListPath({ page: 1, query }), { replace: true })}
        />
      </search>
      <GroupList choice={choice} />
    </>
  );
}

function GroupList({ choice }: { choice: GroupListChoice }) {
  const { t } = useTranslation();
  const { data, error, refetch, isPlaceholderData } = useQuery(groupListQuery(choice));
  if (data === undefined) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsPlaceholder />;
  }
  const last = pagesNumber(data.groupsNumber, GROUPS_PAGE_SIZE);
  if (choice.page > last && !isPlaceholderData) {
    return <Navigate replace to={groupListPath({ ...choice, page: last })} />;
  }
  if (data.groups.length === 0) return <NoGroups isSearch={choice.query.trim() !== ''} />;
  return (
    <>
      <p className={classes.count} role="status">
        {t('groups.found', { count: data.groupsNumber })}
      </p>
      <ul className={classes.list} aria-busy={isPlaceholderData}>
        {data.groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
      <Pager
        current={choice.page}
        last={last}
        reach={PAGER_REACH}
        to={(page) => groupListPath({ ...choice, page })}
      />
    </>
  );
}

function GroupRow({ group }: { group: FoundGroups['groups'][number] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const me = useMe();
  const deletion = useDeleteGroup();
  const mayDelete = isAdminUser(me) || group.authorId === me.id;
  const label = t('groups.deleteTitle', { name: group.name });
  return (
    <li className={classes.row}>
      <span className={classes.color} style={{ background: group.color }} aria-hidden />
      <Link className={classes.link} to={groupPath(group.id)}>
        {group.name}
      </Link>
      <span className={classes.population}>
        {t('groups.people', { count: group.population, number: formats.number(group.population) })}
      </span>
      {mayDelete && (
        <Tooltip label={label}>
          <ActionIcon
            className={classes.delete ?? ''}
            aria-label={label}
            loading={deletion.isPending}
            onClick={() => deletion.mutate(group)}
          >
            <IconTrash size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function NoGroups({ isSearch }: { isSearch: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconUsersGroup size={44} stroke={1.4} aria-hidden />}
      title={t(isSearch ? 'groups.nothingFound' : 'groups.emptyTitle')}
      text={t(isSearch ? 'groups.nothingFoundText' : 'groups.emptyText')}
      action={
        <Button
          component={Link}
          to={isSearch ? '/admin/groups' : '/admin/groups/create'}
          variant={isSearch ? 'default' : 'filled'}
        >
          {t(isSearch ? 'groups.showAll' : 'groups.create')}
        </Button>
      }
    />
  );
}
