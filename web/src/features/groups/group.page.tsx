import type { GroupPage } from '@balloon/contracts/people/groups.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { RegisterLinks } from '#features/group-links/register-links.tsx';
import classes from '#features/groups/group.module.css';
import { GroupContests } from '#features/groups/group-contests.tsx';
import { GroupMembers } from '#features/groups/group-members.tsx';
import { GroupRatings } from '#features/groups/group-ratings.tsx';
import { GroupSettings } from '#features/groups/group-settings.tsx';
import { groupQuery } from '#features/groups/groups.data.ts';
import { GROUP_VIEWS, groupPath, readGroupView } from '#features/groups/groups.url.ts';
import { useDeleteGroup } from '#features/groups/use-delete-group.tsx';
import { usePageTitle } from '#shared/text/i18n.ts';
import { useNavigateHere } from '#shared/ui/behaviour/use-navigate-here.ts';
import { useLeaveGuard } from '#shared/ui/dialogs/use-leave-guard.ts';
import { BackLink } from '#shared/ui/lists/back-link.tsx';
import { LinkTabs } from '#shared/ui/lists/list-head.tsx';
import { RowsPlaceholder } from '#shared/ui/states/placeholders.tsx';
import { ErrorState } from '#shared/ui/states/states.tsx';

/** /admin/groups/edit/{groupId}: members, settings, links, contests and ratings of a group. */
export function Component() {
  const { t } = useTranslation();
  const groupId = Number(useParams().groupId);
  const { data, error, refetch } = useQuery(groupQuery(groupId));
  usePageTitle(data?.group.name, error);
  return (
    <>
      <BackLink to="/admin/groups">{t('groups.backToList')}</BackLink>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PageSkeleton />}
      {data && <Group key={groupId} page={data} />}
    </>
  );
}

function Group({ page }: { page: GroupPage }) {
  const { t } = useTranslation();
  const { group, users, canDelete } = page;
  const [search] = useSearchParams();
  const view = readGroupView(search);
  const navigate = useNavigateHere();
  const [isChanged, setChanged] = useState(false);
  const leave = useLeaveGuard(isChanged);
  const deletion = useDeleteGroup(() => {
    leave.allow();
    void navigate('/admin/groups');
  });
  const [version, setVersion] = useState(group.version);
  const names = {
    members: `${t('groups.view.members')} (${group.population})`,
    contests: `${t('groups.view.contests')} (${page.contestsNumber})`,
  };
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>
          <span className={classes.dot} style={{ background: group.color }} aria-hidden />
          {group.name}
        </h1>
        {canDelete && (
          <Button
            variant="default"
            c="var(--wrong)"
            leftSection={<IconTrash size={18} aria-hidden />}
            loading={deletion.isPending}
            onClick={() => deletion.mutate(group)}
          >
            {t('groups.delete')}
          </Button>
        )}
      </div>
      <div className={classes.tabs}>
        <LinkTabs
          label={t('groups.views')}
          tabs={GROUP_VIEWS.map((of) => ({
            name: of === 'members' || of === 'contests' ? names[of] : t(`groups.view.${of}`),
            to: groupPath(group.id, of),
            isCurrent: view === of,
          }))}
        />
      </div>
      {view === 'members' && (
        <GroupMembers
          group={group}
          members={users}
          // Changes of members count as edits, and one's own are no surprise to the form.
          onChanged={(changed) => setVersion((known) => (changed === known + 1 ? changed : known))}
        />
      )}
      {/* Stays while other parts are shown, so that nothing typed is lost. */}
      <div hidden={view !== 'settings'}>
        <GroupSettings group={group} version={version} onSaved={setVersion} onChanged={setChanged} />
      </div>
      {view === 'links' && <RegisterLinks groupId={group.id} groupName={group.name} />}
      {view === 'contests' && <GroupContests page={page} />}
      {view === 'ratings' && <GroupRatings groupId={group.id} />}
    </>
  );
}

function PageSkeleton() {
  return (
    <div>
      <Skeleton height={36} width={280} mb="md" />
      <Skeleton height={44} mb="lg" />
      <RowsPlaceholder />
    </div>
  );
}
