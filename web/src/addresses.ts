import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { hasListFailed, isConfined, readUser, requireSupervisor, requireUser } from '#shared/api/session.ts';
import { needTexts, textsReady } from '#shared/text/i18n.ts';
import { showWarning } from '#shared/ui/toasts.ts';

/** Every address of the product with who may see it. Screens are loaded when somebody goes there. */
export function addressesOf(queryClient: QueryClient): RouteObject[] {
  const signedIn = ({ request }: LoaderFunctionArgs) => requireUser(queryClient, request);
  return [
    {
      path: '/',
      element: null,
      loader: async () => redirect((await readUser(queryClient)) ? '/contests' : '/auth'),
    },
    {
      path: '/auth',
      loader: ({ request }) => signInOrContests(queryClient, request),
      lazy: () => import('#features/session/sign-in.page.tsx'),
    },
    // The next five are open to everybody, signed in or not.
    { path: '/auth/register', lazy: () => import('#features/account/register.page.tsx') },
    { path: '/auth/forget-password', lazy: () => import('#features/account/forget-password.page.tsx') },
    { path: '/auth/reset', lazy: () => import('#features/account/reset-password.page.tsx') },
    {
      // The hall's machine has no session; what the ceremony says stands among the texts of the admin area.
      path: '/ceremony/:code',
      loader: async () => {
        await needTexts('admin');
        return null;
      },
      lazy: () => import('#features/ceremony/audience.page.tsx'),
    },
    { path: '/auth/link-email', lazy: () => import('#features/account/link-email.page.tsx') },
    {
      loader: signedIn,
      lazy: () => import('#shell/main-layout.tsx'),
      children: [
        {
          path: '/contests',
          loader: () => withNews(queryClient),
          lazy: () => import('#features/contest-list/contest-list.page.tsx'),
        },
        {
          path: '/contests/page/:pageNumber',
          lazy: () => import('#features/contest-list/contest-list.page.tsx'),
        },
        { path: '/profile', lazy: () => import('#features/account/profile.page.tsx') },
        {
          path: '/user/solutions/:select',
          loader: myOrAll,
          lazy: () => import('#features/solutions/user-solutions.page.tsx'),
        },
        {
          path: '/user/solutions/:select/page/:pageNumber',
          loader: myOrAll,
          lazy: () => import('#features/solutions/user-solutions.page.tsx'),
        },
        { path: '/rating', lazy: () => import('#features/ratings/rating-index.page.tsx') },
        {
          path: '/rating/page/:pageNumber',
          lazy: () => import('#features/ratings/rating-index.page.tsx'),
        },
        {
          path: '/rating/create/:contests',
          lazy: () => import('#features/ratings/score-table.page.tsx'),
        },
        {
          path: '/chat/:peerId',
          loader: adminOrDigits,
          lazy: () => import('#features/chat/chat.page.tsx'),
        },
        {
          path: '/news/:newsId',
          loader: digitsOnly('newsId'),
          lazy: () => import('#features/news/news.page.tsx'),
        },
        {
          // Runners need no role, and the texts of the admin area.
          path: '/contest/:contestId/balloons',
          loader: async (args) => {
            await needTexts('admin');
            return digitsOnly('contestId')(args);
          },
          lazy: () => import('#features/balloons/balloons.page.tsx'),
        },
        { path: '/contacts', lazy: () => import('#features/contacts/contacts.page.tsx') },
        { path: '/news/create', lazy: () => import('#features/news/news-edit.page.tsx') },
        {
          path: '/news/:newsId/edit',
          loader: digitsOnly('newsId'),
          lazy: () => import('#features/news/news-edit.page.tsx'),
        },
        {
          path: '/problems/:problemId',
          loader: digitsOnly('problemId'),
          lazy: () => import('#features/problems/problem.page.tsx'),
        },
        {
          path: '/problems/:problemId/version/:versionNumber',
          loader: digitsOnly('problemId', 'versionNumber'),
          lazy: () => import('#features/problems/problem.page.tsx'),
        },
      ],
    },
    {
      path: '/contest/:contestId',
      loader: async (args) =>
        digitsOnly('contestId')(args) ?? (await signedIn(args)) ?? enterContest(queryClient, args),
      lazy: () => import('#features/contest-frame/contest-frame.tsx'),
      children: CONTEST_SCREENS,
    },
    {
      path: '/admin',
      loader: async ({ request }) => {
        await requireSupervisor(queryClient, request);
        await needTexts('admin');
        return null;
      },
      lazy: () => import('#features/admin/admin-frame.tsx'),
      children: [
        { index: true, element: null, loader: () => adminStart(queryClient) },
        ...ADMIN_SCREENS,
        {
          loader: ({ request }) => requireSupervisor(queryClient, request, { isForAdminsOnly: true }),
          children: SCREENS_OF_ADMINS,
        },
      ],
    },
    { path: '*', element: null, loader: ({ request }) => leaveUnknown(request) },
  ];
}

/** Redirects from an address that the site does not have, and says so: a link may have lost its end. */
async function leaveUnknown(request: Request) {
  await textsReady;
  const { pathname } = new URL(request.url);
  showWarning(i18next.t('state.noSuchAddress', { path: pathname.slice(0, MAX_SHOWN_PATH) }));
  return redirect('/');
}

const MAX_SHOWN_PATH = 100;

/** Redirects signed-in people to the contests, except those sent here because the list does not load. */
async function signInOrContests(queryClient: QueryClient, request: Request) {
  if (hasListFailed(new URL(request.url).search)) return null;
  return (await readUser(queryClient)) ? redirect('/contests') : null;
}

/** Loads the news above the list first, so that the list does not jump. Without them it is shown as well. */
async function withNews(queryClient: QueryClient): Promise<null> {
  const me = await readUser(queryClient);
  if (me === null || isConfined(me)) return null;
  const { newsListQuery } = await import('#features/news/news.data.ts');
  await queryClient.prefetchInfiniteQuery(newsListQuery);
  return null;
}

/** Reads what the screen of a contest shows when the page is opened at it. */
async function enterContest(queryClient: QueryClient, { params, request }: LoaderFunctionArgs) {
  const { readFirstScreen } = await import('#features/contest-frame/first-screen.ts');
  return readFirstScreen(queryClient, Number(params.contestId), new URL(request.url));
}

/** Leads into the admin area: to the first steps of a new site, otherwise to the contests. */
async function adminStart(queryClient: QueryClient) {
  const { supervisorStart } = await import('#features/first-run/first-run.data.ts');
  return redirect(await supervisorStart(queryClient, '/admin/contests'));
}

const CONTEST_SCREENS = [
  { index: true, lazy: () => import('#features/contest-about/contest-about.page.tsx') },
  { path: 'problems', lazy: () => import('#features/contest-problems/problem-list.page.tsx') },
  { path: 'problems/print', lazy: () => import('#features/problems/booklet/booklet.page.tsx') },
  {
    path: 'problems/:problemIndex',
    loader: lettersOnly,
    lazy: () => import('#features/contest-problems/contest-problem.page.tsx'),
  },
  { path: 'send', lazy: () => import('#features/send/send.page.tsx') },
  { path: 'send/:problemIndex', loader: lettersOnly, lazy: () => import('#features/send/send.page.tsx') },
  {
    path: 'solutions/:select',
    loader: myOrAll,
    lazy: () => import('#features/solutions/solutions.page.tsx'),
  },
  {
    path: 'solutions/:select/page/:pageNumber',
    loader: myOrAll,
    lazy: () => import('#features/solutions/solutions.page.tsx'),
  },
  {
    path: 'source/:sourceId',
    loader: digitsOnly('sourceId'),
    lazy: () => import('#features/solution-details/source.page.tsx'),
  },
  { path: 'table', lazy: () => import('#features/scoreboard/scoreboard.page.tsx') },
  { path: 'monitor', lazy: () => import('#features/scoreboard/monitor.page.tsx') },
  { path: 'messages', lazy: () => import('#features/messages/messages.page.tsx') },
  { path: 'print', lazy: () => import('#features/printing/print.page.tsx') },
];

/** Screens of the admin area for moderators and admins. */
const ADMIN_SCREENS: RouteObject[] = [
  { path: 'start', lazy: () => import('#features/first-run/first-run.page.tsx') },
  { path: 'audit', lazy: () => import('#features/audit/audit.page.tsx') },
  { path: 'users', lazy: () => import('#features/user-admin/people.page.tsx') },
  { path: 'users/page/:pageNumber', lazy: () => import('#features/user-admin/people.page.tsx') },
  { path: 'users/create', lazy: () => import('#features/user-admin/user-create.page.tsx') },
  { path: 'teams/import', lazy: () => import('#features/team-import/team-import.page.tsx') },
  { path: 'users/create-into-group', lazy: () => import('#features/user-import/import.page.tsx') },
  {
    path: 'users/edit/:userId',
    loader: digitsOnly('userId'),
    lazy: () => import('#features/user-admin/user-edit.page.tsx'),
  },
  ...['contests', 'contests/page/:pageNumber'].map((path) => ({
    path,
    lazy: () => import('#features/contest-admin/admin-contests.page.tsx'),
  })),
  {
    path: 'contests/create',
    lazy: () => import('#features/contest-admin/contest-form.page.tsx'),
  },
  ...['contests/edit/:contestId', 'contests/copy/:contestId'].map((path) => ({
    path,
    loader: digitsOnly('contestId'),
    lazy: () => import('#features/contest-admin/contest-form.page.tsx'),
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
  { path: 'rating/create', lazy: () => import('#features/ratings/contests-for-table.page.tsx') },
  {
    path: 'rating/create/page/:pageNumber',
    lazy: () => import('#features/ratings/contests-for-table.page.tsx'),
  },
  { path: 'rating/table/:contests', lazy: () => import('#features/ratings/admin-table.page.tsx') },
];

/** Screens of the admin area for admins. */
const SCREENS_OF_ADMINS: RouteObject[] = [
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
  { path: 'server/outside', lazy: () => import('#features/outside-systems/server-list.page.tsx') },
  { path: 'server/outside/runs', lazy: () => import('#features/outside-systems/run-list.page.tsx') },
  {
    path: 'server/outside/:serverId',
    loader: digitsOnly('serverId'),
    lazy: () => import('#features/outside-systems/server.page.tsx'),
  },
  { path: 'server/settings', lazy: () => import('#features/site-settings/settings.page.tsx') },
  { path: 'rating/compute', lazy: () => import('#features/ratings/compute.page.tsx') },
  {
    path: 'problems/edit/:problemId',
    loader: digitsOnly('problemId'),
    lazy: () => import('#features/problem-editor/problem-editor.page.tsx'),
  },
];

/** Redirects addresses with invalid parameters to the start, as unknown addresses. */
function digitsOnly(...names: string[]) {
  return ({ params }: LoaderFunctionArgs) =>
    names.every((name) => /^\d{1,9}$/.test(params[name] ?? '')) ? null : redirect('/');
}

function lettersOnly({ params }: LoaderFunctionArgs) {
  return /^[a-z]{1,3}$/i.test(params.problemIndex ?? '') ? null : redirect('/');
}

function adminOrDigits({ params }: LoaderFunctionArgs) {
  return /^(?:admin|\d{1,9})$/.test(params.peerId ?? '') ? null : redirect('/');
}

function myOrAll({ params }: LoaderFunctionArgs) {
  return params.select === 'my' || params.select === 'all' ? null : redirect('/');
}
