import { OUTSIDE_SERVERS, type OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';

/** What a scan of a system reads: its list, a collection or contest of Codeforces, contests of ejudge, or one contest. */
export type ScanScope = 'list' | 'codeforces' | 'contests' | 'contest';

interface OutsideSystemScreen {
  /** Null: its problems are not listed. */
  scan: ScanScope | null;
  /** Whether even reading needs an account. */
  needsAccount: boolean;
  /** Where people see it; null: every server is elsewhere. */
  siteUrl: string | null;
}

/** The outside systems as the screens show them, in the order of the tabs. */
export const SYSTEM_SCREENS: Readonly<Record<OutsideServerType, OutsideSystemScreen>> = {
  timus: { scan: 'list', needsAccount: false, siteUrl: OUTSIDE_SERVERS.timus.defaultUrl },
  acmp: { scan: 'list', needsAccount: false, siteUrl: OUTSIDE_SERVERS.acmp.defaultUrl },
  cf: { scan: 'codeforces', needsAccount: false, siteUrl: OUTSIDE_SERVERS.cf.defaultUrl },
  sgu: {
    ...{ scan: 'list', needsAccount: false },
    siteUrl: `${OUTSIDE_SERVERS.sgu.defaultUrl}problemsets/acmsguru`,
  },
  ejudge: { scan: 'contests', needsAccount: true, siteUrl: null },
  yandex: { scan: 'contest', needsAccount: true, siteUrl: OUTSIDE_SERVERS.yandex.defaultUrl },
  yandexOfficial: { scan: 'contest', needsAccount: true, siteUrl: OUTSIDE_SERVERS.yandex.defaultUrl },
  polygon: { scan: null, needsAccount: true, siteUrl: new URL('/', OUTSIDE_SERVERS.polygon.defaultUrl).href },
};

export const SYSTEM_TYPES: readonly OutsideServerType[] = [
  'timus',
  'acmp',
  'cf',
  'sgu',
  'ejudge',
  'yandex',
  'yandexOfficial',
  'polygon',
];

/** Whether a server of the system can be added without asking for anything: it is public, and reading needs no account. */
export const isOpenSystem = (system: OutsideServerType): boolean =>
  !SYSTEM_SCREENS[system].needsAccount && OUTSIDE_SERVERS[system].defaultUrl !== null;
