import type { RouteObject } from 'react-router';
import { digitsOnly, lettersOnly, myOrAll } from '#addresses/parameters.ts';

/** Screens of a contest, with addresses relative to it. */
export const CONTEST_SCREENS: RouteObject[] = [
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
  { path: 'messages', lazy: () => import('#features/messages/desk/messages.page.tsx') },
  { path: 'print', lazy: () => import('#features/printing/print.page.tsx') },
];
