import type { Contest } from '@balloon/contracts/contests.ts';
import {
  IconInfoCircle,
  IconListNumbers,
  IconMessages,
  IconPencilUp,
  IconStack2,
  IconTrophy,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import classes from '#features/contest-frame/contest-tabs.module.css';
import { OpenQuestionsMark } from '#features/messages/inbox/inbox.tsx';

/**
 * `area` is the part of the address that belongs to the tab, its sub-screens included; `short` the text on phones, where
 * six full names of some languages have no room.
 */
const TABS = [
  { area: '', path: '', key: 'tabs.about', short: 'tabs.aboutShort', icon: IconInfoCircle },
  {
    ...{ area: 'problems', path: '/problems', icon: IconListNumbers },
    ...{ key: 'tabs.problems', short: 'tabs.problems' },
  },
  { area: 'send', path: '/send', key: 'tabs.send', short: 'tabs.sendShort', icon: IconPencilUp },
  {
    ...{ area: 'solutions', path: '/solutions/my', icon: IconStack2 },
    ...{ key: 'tabs.solutions', short: 'tabs.solutions' },
  },
  { area: 'table', path: '/table', key: 'tabs.scoreboard', short: 'tabs.scoreboard', icon: IconTrophy },
  {
    ...{ area: 'messages', path: '/messages', icon: IconMessages },
    ...{ key: 'tabs.messages', short: 'tabs.messages' },
  },
] as const;

/**
 * The contest's screens: in the header, or along the lower edge of a phone. All are there before the start, too: one that came then
 * would move the others under the pointers of everybody.
 */
export function ContestTabs({ contest, place }: { contest: Contest; place: 'header' | 'bottom' }) {
  const { t } = useTranslation();
  const current = currentArea(useLocation().pathname);
  return (
    <nav className={place === 'header' ? classes.tabs : classes.bar} aria-label={t('tabs.label')}>
      {TABS.map(({ area, path, key, short, icon: Icon }) => (
        <Link
          key={area}
          to={`/contest/${contest.id}${path}`}
          className={classes.tab}
          aria-current={area === current ? 'page' : undefined}
        >
          {place === 'bottom' && <Icon size={20} stroke={1.7} aria-hidden />}
          <span className={classes.label}>{t(place === 'bottom' ? short : key)}</span>
          {area === 'messages' && (
            <span className={classes.mark}>
              <OpenQuestionsMark contestId={contest.id} />
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Screens without a tab, and the tab that is marked for them. */
const BELONGS_TO: Readonly<Record<string, string>> = { source: 'solutions', monitor: 'table' };

function currentArea(pathname: string): string {
  const area = pathname.split('/')[3] ?? '';
  return BELONGS_TO[area] ?? area;
}
