import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ownGroupsQuery } from '#features/account/account.data.ts';
import { formGroupsQuery } from '#features/contest-admin/contest-admin.data.ts';
import { forgetGroups, groupListQuery } from '#features/groups/groups.data.ts';
import { newsGroupsQuery } from '#features/news/news.data.ts';
import { groupsOfUserQuery, ratedGroupsQuery } from '#features/ratings/ratings.data.ts';
import { groupNameQuery, groupsQuery } from '#shared/api/queries/groups.ts';

test('a new, renamed or deleted group is read again by every form and list that names groups', async () => {
  const queryClient = new QueryClient();
  const keys: QueryKey[] = [
    groupListQuery({ page: 1, query: '' }),
    ...[groupsQuery(''), groupsQuery('circle'), groupNameQuery(3)],
    ...[formGroupsQuery, newsGroupsQuery],
    ...[ratedGroupsQuery, groupsOfUserQuery(7), ownGroupsQuery(7)],
  ].map(({ queryKey }) => queryKey);
  for (const key of keys) queryClient.setQueryData(key, []);
  await forgetGroups(queryClient);
  const kept = keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated !== true);
  expect(kept).toEqual([]);
});
