import type { OwnUser } from '@balloon/contracts/users.ts';
import {
  IconAddressBook,
  IconAt,
  IconChartLine,
  IconListCheck,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';

export interface MenuEntry {
  to: string;
  /** Of its text. */
  key: string;
  icon: TablerIcon;
}

interface Entry extends MenuEntry {
  /** Whom it is for; everybody when absent. */
  isFor?: (me: OwnUser) => boolean;
}

/** Where the profile menu leads, top to bottom. A screen of its own for people stands here. */
const ENTRIES: readonly Entry[] = [
  {
    to: '/auth/link-email',
    key: 'profile.linkEmailEntry',
    icon: IconAt,
    isFor: ({ email }) => email === null,
  },
  { to: '/profile', key: 'profile.title', icon: IconUser },
  {
    to: '/user/solutions/all',
    key: 'userSolutions.titleOfOwn',
    icon: IconListCheck,
    isFor: ({ isSupervisor }) => !isSupervisor,
  },
  {
    to: '/user/solutions/all',
    key: 'userSolutions.titleOfAll',
    icon: IconListCheck,
    isFor: ({ isSupervisor }) => isSupervisor,
  },
  { to: '/rating', key: 'rating.title', icon: IconChartLine },
  {
    to: '/contacts',
    key: 'contacts.title',
    icon: IconAddressBook,
    isFor: ({ isSupervisor }) => !isSupervisor,
  },
];

/** What the menu offers this person. */
export function menuEntries(me: OwnUser): readonly MenuEntry[] {
  return ENTRIES.filter(({ isFor }) => isFor?.(me) ?? true);
}
