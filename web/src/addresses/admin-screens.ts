import { type RouteObject, redirect } from 'react-router';
import { digitsOnly, lettersOnly } from '#addresses/parameters.ts';

/** Screens of the admin area for moderators and admins. */
export const ADMIN_SCREENS: RouteObject[] = [
  { path: 'start', lazy: () => import('#features/first-run/first-run.page.tsx') },
  { path: 'audit', lazy: () => import('#features/audit/audit.page.tsx') },
  { path: 'users', lazy: () => import('#features/user-admin/list/people.page.tsx') },
  { path: 'users/page/:pageNumber', lazy: () => import('#features/user-admin/list/people.page.tsx') },
  { path: 'users/create', lazy: () => import('#features/user-admin/person/user-create.page.tsx') },
  { path: 'teams/import', lazy: () => import('#features/team-import/team-import.page.tsx') },
  { path: 'users/create-into-group', lazy: () => import('#features/user-import/import.page.tsx') },
  {
    path: 'users/edit/:userId',
    loader: digitsOnly('userId'),
    lazy: () => import('#features/user-admin/person/user-edit.page.tsx'),
  },
  ...['contests', 'contests/page/:pageNumber'].map((path) => ({
    path,
    lazy: () => import('#features/contest-admin/list/admin-contests.page.tsx'),
  })),
  {
    path: 'contests/create',
    lazy: () => import('#features/contest-admin/screen/contest-form.page.tsx'),
  },
  ...['contests/edit/:contestId', 'contests/copy/:contestId'].map((path) => ({
    path,
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/contest-admin/screen/contest-form.page.tsx'),
  })),
  {
    path: 'contests/:contestId/live',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/contest-control/contest-control.page.tsx'),
  },
  {
    path: 'contests/:contestId/windows',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/contest-control/windows/windows.page.tsx'),
  },
  {
    path: 'contests/:contestId/prints',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/printing/print-queue.page.tsx'),
  },
  {
    path: 'contests/:contestId/rejudgings',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/rejudgings/rejudgings.page.tsx'),
  },
  {
    path: 'contests/:contestId/rejudgings/:rejudgingId',
    loader: digitsOnly('rejudgingId'),
    lazy: () => import('#features/rejudgings/rejudging.page.tsx'),
  },
  {
    path: 'contests/:contestId/balloons',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/balloons/balloons.page.tsx'),
  },
  {
    path: 'contests/:contestId/awards',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/ceremony/awards.page.tsx'),
  },
  {
    path: 'contests/:contestId/ceremony',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/ceremony/ceremony.page.tsx'),
  },
  {
    path: 'contests/:contestId/addresses',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/addresses/addresses.page.tsx'),
  },
  {
    path: 'contests/:contestId/devices',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/addresses/devices.page.tsx'),
  },
  {
    path: 'contests/:contestId/drafts',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/drafts/drafts.page.tsx'),
  },
  {
    path: 'contests/:contestId/drafts/:userId/:problemIndex',
    loader: (args) => digitsOnly('contestId', 'userId')(args) ?? lettersOnly(args),
    lazy: () => import('#features/drafts/timeline.page.tsx'),
  },
  {
    path: 'contests/:contestId/results',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/results/results.page.tsx'),
  },
  {
    path: 'contests/:contestId/similarity',
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/similarity/similarity.page.tsx'),
  },
  { path: 'groups', lazy: () => import('#features/groups/group-list.page.tsx') },
  { path: 'groups/page/:pageNumber', lazy: () => import('#features/groups/group-list.page.tsx') },
  { path: 'groups/create', lazy: () => import('#features/groups/group-create.page.tsx') },
  {
    path: 'groups/edit/:groupId',
    loader: digitsOnly('groupId'),
    lazy: () => import('#features/groups/group.page.tsx'),
  },
  { path: 'rating', element: null, loader: () => redirect('/admin/rating/create') },
  { path: 'rating/create', lazy: () => import('#features/ratings/score-table/contests-for-table.page.tsx') },
  {
    path: 'rating/create/page/:pageNumber',
    lazy: () => import('#features/ratings/score-table/contests-for-table.page.tsx'),
  },
  {
    path: 'rating/table/:contests',
    lazy: () => import('#features/ratings/score-table/admin-table.page.tsx'),
  },
];

/** Screens of the admin area for admins. */
export const SCREENS_OF_ADMINS: RouteObject[] = [
  { path: 'organizations', lazy: () => import('#features/teams/organization-list.page.tsx') },
  { path: 'organizations/create', lazy: () => import('#features/teams/organization-create.page.tsx') },
  {
    path: 'organizations/edit/:organizationId',
    loader: digitsOnly('organizationId'),
    lazy: () => import('#features/teams/organization.page.tsx'),
  },
  { path: 'contests/import', lazy: () => import('#features/contest-import/contest-import.page.tsx') },
  { path: 'problems', lazy: () => import('#features/problem-admin/problem-list.page.tsx') },
  { path: 'problems/upload', lazy: () => import('#features/packages/upload.page.tsx') },
  { path: 'problems/outside', lazy: () => import('#features/outside-jobs/outside.page.tsx') },
  {
    path: 'problems/outside/jobs/:jobId',
    loader: digitsOnly('jobId'),
    lazy: () => import('#features/outside-jobs/job.page.tsx'),
  },
  { path: 'server', lazy: () => import('#features/maintenance/server.page.tsx') },
  { path: 'server/outside', lazy: () => import('#features/outside-systems/servers/server-list.page.tsx') },
  { path: 'server/outside/runs', lazy: () => import('#features/outside-systems/runs/run-list.page.tsx') },
  {
    path: 'server/outside/:serverId',
    loader: digitsOnly('serverId'),
    lazy: () => import('#features/outside-systems/servers/server.page.tsx'),
  },
  { path: 'server/settings', lazy: () => import('#features/site-settings/settings.page.tsx') },
  { path: 'rating/compute', lazy: () => import('#features/ratings/computing/compute.page.tsx') },
  {
    path: 'problems/edit/:problemId',
    loader: digitsOnly('problemId'),
    lazy: () => import('#features/problem-editor/problem-editor.page.tsx'),
  },
];
