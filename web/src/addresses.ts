import type { OwnUser } from '@balloon/contracts/users.ts';
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { ADMIN_SCREENS, SCREENS_OF_ADMINS } from '#addresses/admin-screens.ts';
import { CONTEST_SCREENS } from '#addresses/contest-screens.ts';
import { adminOrDigits, digitsOnly, myOrAll } from '#addresses/parameters.ts';
import {
  hasListFailed,
  isAdminUser,
  isConfined,
  readUser,
  requireUser,
} from '#shared/api/queries/session.ts';
import { needTexts, textsReady } from '#shared/text/i18n.ts';
import { showWarning } from '#shared/ui/toasts/toasts.ts';

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
          lazy: () => import('#features/ratings/score-table/score-table.page.tsx'),
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
          loader: ({ request }) => requireAdmin(queryClient, request),
          children: SCREENS_OF_ADMINS,
        },
      ],
    },
    { path: '*', element: null, loader: ({ request }) => leaveUnknown(request) },
  ];
}

/** Loader of the admin area: redirects others to the contests, and says why: a colleague may have sent the link. */
async function requireSupervisor(queryClient: QueryClient, request: Request): Promise<null> {
  await requireUser(queryClient, request);
  const me = await readUser(queryClient);
  if (me === null || me.isSupervisor) return null;
  await warnOf('state.forSupervisors', request, me);
  throw redirect('/contests');
}

/** Loader of what is for admins, beside that of the admin area: redirects moderators to its contests, and says why. */
async function requireAdmin(queryClient: QueryClient, request: Request): Promise<null> {
  const me = await readUser(queryClient);
  if (me === null || !me.isSupervisor || isAdminUser(me)) return null;
  await warnOf('state.forAdmins', request, me);
  throw redirect('/admin/contests');
}

async function warnOf(text: 'state.forSupervisors' | 'state.forAdmins', request: Request, me: OwnUser) {
  await textsReady;
  showWarning(i18next.t(text, { path: shownPath(request), name: me.username }));
}

/** Redirects from an address that the site does not have, and says so: a link may have lost its end. */
async function leaveUnknown(request: Request) {
  await textsReady;
  showWarning(i18next.t('state.noSuchAddress', { path: shownPath(request) }));
  return redirect('/');
}

const MAX_SHOWN_PATH = 100;
const shownPath = ({ url }: Request) => new URL(url).pathname.slice(0, MAX_SHOWN_PATH);

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
