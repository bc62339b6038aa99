import type { Locale } from '@balloon/contracts/common.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  DESKTOP,
  findFaultsOfLookAndTurn,
  findFaultsOfPresentLook,
  goInside,
  PHONE,
  readTexts,
  watchPage,
} from '#browser/browser.ts';
import { tellStory } from '#browser/story.ts';
import { type LivedInSite, openLivedInSite, type Role } from '#sites/lived-in-site.ts';

/*
 * Every address of the participants' product, opened by each role: checks the redirect, the title,
 * that nothing failed, that there are no barriers, that it fits a phone, and that all texts are translated.
 * A load of the whole page costs more than the rest of the check, so that only some addresses are loaded; the others are
 * gone to inside the page. One page goes to all of them: each further one would compile the scripts of the screens again.
 * Addresses that lead away are not looked at: `web/src/addresses.test.ts` asks the guards of all addresses, so that here a
 * few show that the page obeys them.
 */

let site: LivedInSite;
const { faults, newPage, pageOf } = tellStory(async () => {
  site = await openLivedInSite();
  return site.server;
});

interface Look {
  locale: Locale;
  options: BrowserContextOptions;
}
const LIGHT: Look = {
  locale: 'en-us',
  options: { locale: 'en-US', colorScheme: 'light', viewport: DESKTOP },
};
const DARK: Look = {
  locale: 'ru-ru',
  options: { locale: 'ru-RU', colorScheme: 'dark', viewport: PHONE, isMobile: true, hasTouch: true },
};

interface Reader {
  role: Role;
  isRussian: boolean;
  t: ReturnType<typeof readTexts>;
}
interface Route {
  path: string;
  /** Title of the window, without the name of the site. */
  title: (reader: Reader) => string;
  /** Address to which it redirects. */
  leads?: (role: Role) => string;
  /** Calls that are refused because the address is invalid. */
  refused?: RegExp;
  /** Whether another address shows the same screen. */
  isSeenElsewhere?: boolean;
  /** The only signed-in role that walks it. */
  only?: Role;
}

const contests = ({ t }: Reader) => t('contests.title');
const submissions = ({ t }: Reader) => t('solutions.title');
const userSubmissions = ({ t, role }: Reader) =>
  t(role === 'participant' ? 'userSolutions.titleOfOwn' : 'userSolutions.titleOfAll');
const chat = ({ t, role }: Reader) => t(role === 'participant' ? 'chat.title' : 'chat.titleOfSupervisor');
const problemA = ({ isRussian }: Reader) => `A. ${isRussian ? 'Два баллона' : 'Two Cylinders'}`;
const NEWS = 'The hall has moved';

/** Routes open to everybody. */
const openRoutes = ({ groupKey }: LivedInSite): Route[] => [
  {
    path: '/',
    title: ({ t, role }) => t(role === 'visitor' ? 'auth.title' : 'contests.title'),
    leads: (role) => (role === 'visitor' ? '/auth' : '/contests'),
  },
  {
    path: '/auth',
    title: ({ t, role }) => t(role === 'visitor' ? 'auth.title' : 'contests.title'),
    leads: (role) => (role === 'visitor' ? '/auth' : '/contests'),
  },
  {
    path: `/auth/register?groupKey=${groupKey}`,
    title: ({ t, role }) =>
      t(role === 'visitor' ? 'auth.registerTitle' : 'auth.joinTitle', { group: 'Second year' }),
  },
  { path: '/auth/forget-password', title: ({ t }) => t('auth.forgetTitle') },
  { path: '/auth/reset?resetKey=0123456789abcdef', title: ({ t }) => t('auth.resetTitle') },
  { path: '/auth/link-email', title: ({ t }) => t('auth.linkTitle') },
  { path: '/ceremony/unknown', title: ({ t }) => t('ceremony.heading'), refused: /ceremony\/unknown/ },
];

/** A screen of the admin area, away from which participants are led. */
const admin = (path: string, title: Route['title']): Route => ({
  path,
  title: (reader) => (reader.role === 'participant' ? contests(reader) : title(reader)),
  leads: (role) => (role === 'participant' ? '/contests' : path),
});

/** Routes for signed-in people only. */
const closedRoutes = (of: LivedInSite): Route[] => {
  const contest = `/contest/${of.contestId}`;
  const sample = 'Пробный шар · Trial Balloon';
  const editor = (role: Role, instead: string, otherwise: string) => (role === 'admin' ? otherwise : instead);
  return [
    { path: '/contests', title: contests },
    { path: '/contests/page/1', title: contests, isSeenElsewhere: true },
    { path: '/contests?query=cup&category=showOnlyPractice&sort_order=asc&sort_item=byId', title: contests },
    { path: contest, title: ({ t }) => `${sample} — ${t('tabs.about')}` },
    { path: `${contest}/monitor`, title: ({ t }) => t('monitor.title') },
    { path: `${contest}/table`, title: ({ t }) => t('scoreboard.title') },
    { path: `${contest}/print`, title: ({ t }) => t('printing.title') },
    { path: `${contest}/problems`, title: ({ t }) => `${t('tabs.problems')} — ${sample}` },
    { path: `${contest}/problems/A`, title: problemA },
    { path: `${contest}/problems/a`, title: problemA, isSeenElsewhere: true },
    { path: `${contest}/send`, title: ({ t }) => t('send.title'), isSeenElsewhere: true },
    { path: `${contest}/send/B`, title: ({ t }) => t('send.title') },
    { path: `${contest}/messages`, title: ({ t }) => t('messages.title') },
    { path: `${contest}/solutions/my`, title: submissions },
    {
      path: `${contest}/solutions/all`,
      title: submissions,
      leads: (role) => `${contest}/solutions/${role === 'participant' ? 'my' : 'all'}`,
    },
    { path: `${contest}/solutions/my/page/1`, title: submissions, isSeenElsewhere: true },
    {
      path: `${contest}/source/${of.solutionId}`,
      title: ({ t }) => t('solutions.sourceTitle', { id: of.solutionId }),
    },
    { path: `/news/${of.newsId}`, title: () => NEWS },
    {
      path: `/news/${of.newsId}/edit`,
      title: ({ t, role }) =>
        role === 'participant' ? t('contests.title') : editor(role, NEWS, t('news.editTitle')),
      leads: (role) =>
        role === 'participant' ? '/contests' : editor(role, `/news/${of.newsId}`, `/news/${of.newsId}/edit`),
    },
    {
      path: '/news/create',
      title: ({ t, role }) => t(role === 'participant' ? 'contests.title' : 'news.createTitle'),
      leads: (role) => (role === 'participant' ? '/contests' : '/news/create'),
    },
    { path: `/problems/${of.problemId}`, title: () => 'Problem A' },
    { path: `/problems/${of.problemId}/version/1`, title: () => 'Problem A' },
    { path: '/profile', title: ({ t }) => t('profile.title') },
    admin('/admin/start', ({ t }) => t('firstRun.title')),
    admin('/admin/contests', ({ t }) => t('admin.contests')),
    { ...admin('/admin/contests/page/1', ({ t }) => t('admin.contests')), isSeenElsewhere: true },
    admin('/admin/contests/create', ({ t }) => t('contestForm.createTitle')),
    admin(`/admin/contests/edit/${of.contestId}`, ({ t }) => `${sample} — ${t('contestForm.editTitle')}`),
    {
      ...admin(
        `/admin/contests/copy/${of.contestId}`,
        ({ t }) => `${sample} — ${t('contestForm.copyTitle')}`,
      ),
      isSeenElsewhere: true,
    },
    {
      path: `/admin/contests/${of.contestId}/live`,
      title: ({ t, role }) =>
        role === 'participant' ? t('contests.title') : t('control.title', { contest: sample }),
      leads: (role) => (role === 'participant' ? '/contests' : `/admin/contests/${of.contestId}/live`),
    },
    admin(`/admin/contests/${of.contestId}/windows`, ({ t }) => t('windows.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/prints`, ({ t }) => t('printing.queueTitle', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/rejudgings/${of.rejudgingId}`, ({ t }) =>
      t('rejudgings.titleOne', { id: of.rejudgingId }),
    ),
    admin(`/admin/contests/${of.contestId}/rejudgings`, ({ t }) =>
      t('rejudgings.title', { contest: sample }),
    ),
    admin(`/admin/contests/${of.contestId}/awards`, ({ t }) => t('awards.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/ceremony`, ({ t }) => t('ceremony.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/addresses`, ({ t }) => t('addresses.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/drafts`, ({ t }) => t('drafts.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/drafts/${of.participantId}/A`, ({ t }) =>
      t('drafts.timelineOf', { name: 'Anna Smirnova', index: 'A' }),
    ),
    admin(`/admin/contests/${of.contestId}/devices`, ({ t }) => t('devices.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/results`, ({ t }) => t('results.title', { contest: sample })),
    admin(`/admin/contests/${of.contestId}/similarity`, ({ t }) =>
      t('similarity.title', { contest: sample }),
    ),
    admin(`/admin/contests/${of.contestId}/balloons`, ({ t }) => t('balloons.title', { contest: sample })),
    ...[
      supervised('/admin/groups', 'admin.groups'),
      { ...supervised('/admin/groups/page/1', 'admin.groups'), isSeenElsewhere: true },
      supervised('/admin/groups/create', 'groups.createTitle'),
      supervised(`/admin/groups/edit/${of.groupId}`, 'Second year'),
      ...['settings', 'links', 'contests', 'ratings'].map((view) =>
        supervised(`/admin/groups/edit/${of.groupId}?view=${view}`, 'Second year'),
      ),
      { ...supervised('/admin/organizations', 'admin.organizations'), only: 'admin' as const },
      {
        ...supervised('/admin/organizations/create', 'organizations.createTitle'),
        only: 'admin' as const,
      },
      {
        ...supervised(`/admin/organizations/edit/${of.organizationId}`, 'SSU'),
        only: 'admin' as const,
      },
      supervised('/admin/rating/create', 'admin.rating'),
      { ...supervised('/admin/rating/create/page/1', 'admin.rating'), isSeenElsewhere: true },
      supervised(`/admin/rating/table/${of.ratedContestIds}`, 'rating.scoresTitle'),
      { ...supervised('/admin/rating/compute', 'ratingAdmin.compute'), only: 'admin' as const },
      { ...supervised('/admin/problems', 'admin.problems'), only: 'admin' as const },
      { ...supervised('/admin/problems/upload', 'adminProblems.uploadTitle'), only: 'admin' as const },
      ...['', '?system=cf', '?system=ejudge', '?system=yandex', '?system=polygon'].map((system) => ({
        ...supervised(`/admin/problems/outside${system}`, 'outsideJobs.pageTitle'),
        only: 'admin' as const,
      })),
      {
        ...admin(
          `/admin/problems/outside/jobs/${of.outsideJobId}`,
          ({ t }) => `Timus: ${t('outsideJobs.title.scan')}`,
        ),
        only: 'admin' as const,
      },
      ...['', '?tab=tests', '?tab=judging', '?tab=editorial', '?tab=versions', '?tab=solutions'].map(
        (tab) => ({
          ...supervised(`/admin/problems/edit/${of.problemId}${tab}`, 'Problem A'),
          only: 'admin' as const,
        }),
      ),
    ],
    { path: '/rating', title: ({ t }) => t('rating.title') },
    { path: '/rating?view=contests', title: ({ t }) => t('rating.title'), only: 'participant' },
    { path: '/rating/page/1', title: ({ t }) => t('rating.title'), isSeenElsewhere: true },
    { path: `/rating/create/${of.ratedContestIds}`, title: ({ t }) => t('rating.scoresTitle') },
    { path: '/user/solutions/all', title: userSubmissions },
    { path: '/user/solutions/my', title: ({ t }) => t('userSolutions.titleOfOwn'), isSeenElsewhere: true },
    { path: '/user/solutions/all/page/1', title: userSubmissions, isSeenElsewhere: true },
    { path: '/contacts', title: ({ t }) => t('contacts.title') },
    admin('/admin/users', ({ t }) => t('people.title')),
    admin('/admin/users?query=anna&role=256&activity=never&sort=name', ({ t }) => t('people.title')),
    { ...admin('/admin/users/page/1', ({ t }) => t('people.title')), isSeenElsewhere: true },
    admin('/admin/users/create', ({ t }) => t('userForm.createTitle')),
    { ...admin('/admin/contests/import', ({ t }) => t('contestImport.title')), only: 'admin' as const },
    admin('/admin/teams/import', ({ t }) => t('teamImport.title')),
    admin('/admin/users/create-into-group', ({ t }) => t('userImport.title')),
    admin(`/admin/users/edit/${of.participantId}`, () => 'Anna Smirnova'),
    admin('/admin/audit', ({ t }) => t('admin.audit')),
    ...[
      ...[
        '',
        '?view=queue',
        '?view=queue&kind=trial',
        '?view=languages',
        '?view=backups',
        '?view=console',
        '/settings',
      ],
    ].map((part) => ({
      ...admin(`/admin/server${part}`, ({ t }) => t('admin.server')),
      only: 'admin' as const,
    })),
    ...[
      { path: '', key: 'outside.title' },
      { path: '?system=timus', key: 'outside.title' },
      { path: '/runs', key: 'outside.runs' },
      { path: `/${of.outsideServerId}`, key: null },
    ].map(({ path, key }) => ({
      ...admin(`/admin/server/outside${path}`, ({ t }) => (key === null ? 'Timus' : t(key))),
      only: 'admin' as const,
    })),
    admin('/admin/audit?subject=contest&action=contest.create&query=cup', ({ t }) => t('admin.audit')),
    { path: '/chat/admin', title: chat },
    {
      path: `/chat/${of.participantId}`,
      title: chat,
      leads: (role) => (role === 'participant' ? '/chat/admin' : `/chat/${of.participantId}`),
    },
  ];
};

/** A screen of supervisors, named by a text or in itself; participants are led away. */
const supervised = (path: string, name: string): Route => ({
  path,
  title: ({ t, role }) => {
    if (role === 'participant') return t('contests.title');
    return name.includes('.') ? t(name) : name;
  },
  leads: (role) => (role === 'participant' ? '/contests' : path),
});

/** Addresses that are mistyped or outdated. */
const wrongRoutes = ({ contestId, problemId }: LivedInSite): Route[] => {
  const contest = `/contest/${contestId}`;
  const toContests = (path: string): Route => ({
    path,
    title: contests,
    leads: () => '/contests',
    isSeenElsewhere: true,
  });
  const missing = ({ t }: Reader) => t('state.notFoundTitle');
  return [
    ...['/nothing/here', '/auth/unknown', `${contest}/nothing`, '/admin/nothing'].map(toContests),
    toContests('/user/solutions/others'),
    { ...toContests('/contest/999999'), refused: /canJoin$/, isSeenElsewhere: false }, // with a toast
    {
      path: `${contest}/problems/ZZ`,
      title: ({ t }) => `${t('tabs.problems')} — Пробный шар · Trial Balloon`,
      leads: () => `${contest}/problems`,
      refused: /problems\/ZZ/,
    },
    { path: `${contest}/send/ZZ`, title: ({ t }) => t('send.title') },
    {
      path: `${contest}/source/999999`,
      title: ({ t }) => t('solutions.sourceTitle', { id: 999_999 }),
      refused: /999999/,
    },
    { path: `${contest}/solutions/my/page/99`, title: submissions, leads: () => `${contest}/solutions/my` },
    { path: `${contest}/solutions/my/page/abc`, title: submissions },
    { path: '/user/solutions/all/page/99', title: userSubmissions, leads: () => '/user/solutions/all' },
    toContests('/contests/page/99'),
    { path: '/contests/page/abc', title: contests },
    { path: '/rating/page/99', title: ({ t }) => t('rating.title') },
    {
      path: '/rating/page/99?view=contests',
      title: ({ t }) => t('rating.title'),
      leads: () => '/rating?view=contests',
    },
    {
      path: '/rating/create/abc,-3',
      title: ({ t }) => t('rating.title'),
      leads: () => '/rating?view=contests',
    },
    {
      path: '/admin/rating/table/abc,-3',
      title: ({ t, role }) => t(role === 'participant' ? 'contests.title' : 'admin.rating'),
      leads: (role) => (role === 'participant' ? '/contests' : '/admin/rating/create'),
    },
    { path: '/rating/create/999999', title: ({ t }) => t('rating.scoresTitle'), refused: /ratingTable$/ },
    { path: '/news/999999', title: missing, refused: /999999/ },
    { path: '/problems/999999', title: missing, refused: /999999/ },
    {
      path: `${contest}/balloons`, // for runners, of whom the participant is none
      title: (reader) =>
        reader.role === 'participant'
          ? missing(reader)
          : reader.t('balloons.title', { contest: 'Пробный шар · Trial Balloon' }),
      refused: /balloons$/,
    },
    { path: `/problems/${problemId}/version/99`, title: missing, refused: /version\/99/ },
    {
      path: '/chat/999999',
      title: chat,
      leads: (role) => (role === 'participant' ? '/chat/admin' : '/chat/999999'),
      refused: /999999/,
    },
  ];
};

/** Addresses whose first answers `early.js` asks for when they are loaded: what comes then is theirs alone. */
const ASKED_EARLY = /^\/contests?(?:\/\d+(?:\/(?:table|monitor|(?:problems|send)(?:\/[A-Z])?))?)?$/;

/** Opens each route by its address, one after the other; returns the faults. */
async function walk(role: Role, look: Look, routes: readonly Route[]): Promise<string[]> {
  const list = routes.filter(({ only }) => only === undefined || only === role);
  const reader: Reader = { role, isRussian: look.locale === 'ru-ru', t: readTexts(look.locale) };
  const { token } = site.people[role];
  const page = await (token ? pageOf({ token }, look.options) : newPage(look.options));
  const findings: string[] = [];
  for (const [index, route] of list.entries()) {
    const isLoaded = index === 0 || (role === 'participant' && ASKED_EARLY.test(route.path));
    if (isLoaded) await page.goto(site.server.url + route.path);
    else await goInside(page, route.path);
    const found = await inspect(page, reader, route);
    // On a busy machine a refusal arrives when the page has gone on, and some calls are made once more at the first connection.
    const invalid = list.slice(0, index + 1).flatMap(({ refused }) => refused ?? []);
    const refused = faults.splice(0).filter((fault) => !invalid.some((refusal) => refusal.test(fault)));
    findings.push(...[...found, ...refused].map((finding) => `${role} ${route.path}: ${finding}`));
  }
  watchPage(page, () => {}); // what the last address was refused may still arrive
  return findings;
}

async function inspect(
  page: Page,
  reader: Reader,
  { path, title, leads, isSeenElsewhere }: Route,
): Promise<string[]> {
  const wanted = leads?.(reader.role) ?? path;
  const here = async () => {
    const [, name = ''] = /^(?:\(\d+\) )?(.*)$/.exec(await page.title()) ?? [];
    return { address: page.url().replace(site.server.url, ''), title: name };
  };
  const screen = title(reader);
  try {
    await expect.poll(here, { interval: 100 }).toEqual({ address: wanted, title: `${screen} • Balloon` });
    await page.locator('h1:visible, h2:visible, [role=alert]').first().waitFor();
    await waitForQuiet(page);
  } catch {
    const { address, title: name } = await here();
    return [`leads to ${address}, called ${name}, wanted ${wanted}, called ${screen}`];
  }
  if (isSeenElsewhere || wanted !== path) return [];
  const findFaults = reader.role === 'participant' ? findFaultsOfLookAndTurn : findFaultsOfPresentLook;
  let found = await findFaults(page);
  if (found.length > 0) {
    // An address that differs only in its query is drawn when the page has seemed quiet: the rows before it stay, dimmed.
    await waitForQuiet(page);
    found = await findFaults(page);
  }
  return [...found, ...(await rawKeys(page, reader))];
}

/** Waits in steps of 100 ms: a question in each frame would make the browser draw all the time. */
const waitForQuiet = (page: Page) => page.waitForFunction(IS_QUIET, undefined, { polling: 100 });

/** Whether no request or loading state is left. */
const IS_QUIET = () =>
  document.querySelector(
    '.mantine-Skeleton-root, .mantine-Loader-root, [data-phase=running], [aria-busy=true]',
  ) === null;

/** Finds text keys shown in place of their translations. */
async function rawKeys(page: Page, { t }: Reader): Promise<string[]> {
  const seen = (await page.locator('body').innerText()).match(/\b[a-z]\w+(?:\.\w+)+\b/gi) ?? [];
  const isKey = (word: string) => {
    try {
      return t(word) !== word;
    } catch {
      return false;
    }
  };
  return seen.filter(isKey).map((word) => `shows the name of the text ${word}`);
}

/** Whether an address has another answer for admins than for participants, who walk all. */
function leadsByRole({ title, leads }: Route): boolean {
  const seenBy = (role: Role) => [title({ role, isRussian: false, t: readTexts('en-us') }), leads?.(role)];
  return String(seenBy('admin')) !== String(seenBy('participant'));
}
const seenElsewhere = (route: Route): Route => ({ ...route, isSeenElsewhere: true });

/** Time in ms that a hundred addresses may take on a busy machine; a single one that hangs is given up far sooner. */
const WALKED_WITHIN_MS = 600_000;

describe('every address', { timeout: WALKED_WITHIN_MS }, () => {
  test('that is open shows its screen to everybody', async () => {
    expect(await walk('visitor', LIGHT, openRoutes(site))).toEqual([]);
    expect(await walk('visitor', DARK, openRoutes(site))).toEqual([]);
  });

  test('that is not asks a visitor to sign in, and remembers the way', async () => {
    const list = ['/contests?query=cup', `/contest/${site.contestId}/table`, '/admin/server?view=queue'].map(
      (path) => ({
        path,
        title: ({ t }: Reader) => t('auth.title'),
        leads: () => `/auth?return=${encodeURIComponent(path)}`,
        isSeenElsewhere: true,
      }),
    );
    expect(await walk('visitor', DARK, list)).toEqual([]);
  });

  test.each([
    ['participant', DARK],
    ['admin', DARK],
  ] as const)('shows the %s their screen', async (role, look) => {
    const open = role === 'participant' ? openRoutes(site) : [];
    const closed = closedRoutes(site).filter(
      ({ path }) => role !== 'participant' || !path.startsWith('/admin/') || path === '/admin/contests',
    );
    expect(await walk(role, look, [...open, ...closed])).toEqual([]);
  });

  test('leads a moderator by their role', async () => {
    // What they see at an address that is open to them is what the admin sees.
    const list = closedRoutes(site)
      .filter(({ leads }) => leads !== undefined)
      .map((route) => ({ ...route, isSeenElsewhere: true }));
    expect(await walk('moderator', LIGHT, list)).toEqual([]);
  });

  test.each([
    ['participant', DARK],
    ['admin', LIGHT],
  ] as const)('that is wrong leads the %s somewhere sensible', async (role, look) => {
    const all = wrongRoutes(site);
    const list = role === 'admin' ? all.filter(leadsByRole).map(seenElsewhere) : all;
    expect(await walk(role, look, list)).toEqual([]);
  });
});
