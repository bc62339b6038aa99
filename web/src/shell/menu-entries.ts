import type { Channels } from '@balloon/contracts/people/account.ts';
import type { OwnUser } from '@balloon/contracts/users.ts';
import {
  IconAddressBook,
  IconAt,
  IconChartLine,
  IconListCheck,
  IconSettings,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { isAdminUser, isConfined } from '#shared/api/queries/session.ts';

export interface MenuEntry {
  to: string;
  /** Key of its text. */
  key: string;
  icon: TablerIcon;
}

interface Entry extends MenuEntry {
  /** Whether the entry is for this person; for everybody when absent. */
  isFor?: (me: OwnUser, channels: Channels | undefined) => boolean;
}

/** Entries of the profile menu, top to bottom. Add a new screen here. */
const ENTRIES: readonly Entry[] = [
  {
    to: '/auth/link-email',
    key: 'profile.linkEmailEntry',
    icon: IconAt,
    isFor: ({ email }, channels) => email === null && channels?.mail === true,
  },
  { to: '/profile', key: 'profile.title', icon: IconUser },
  {
    to: '/user/solutions/all',
    key: 'userSolutions.titleOfOwn',
    icon: IconListCheck,
    isFor: (me) => !me.isSupervisor && !isConfined(me),
  },
  {
    to: '/user/solutions/all',
    key: 'userSolutions.titleOfAll',
    icon: IconListCheck,
    isFor: ({ isSupervisor }) => isSupervisor,
  },
  { to: '/rating', key: 'rating.title', icon: IconChartLine, isFor: (me) => !isConfined(me) },
  {
    to: '/admin',
    key: 'profile.adminPanel',
    icon: IconSettings,
    isFor: (me) => isAdminUser(me),
  },
  {
    to: '/admin',
    key: 'profile.controlPanel',
    icon: IconSettings,
    isFor: (me) => me.isSupervisor && !isAdminUser(me),
  },
  {
    to: '/contacts',
    key: 'contacts.title',
    icon: IconAddressBook,
    isFor: ({ isSupervisor }) => !isSupervisor,
  },
];

/**
 * Entries of the profile menu for this person.
 *
 * @param channels undefined while unknown: entries that need mail are left out then
 */
export function menuEntries(me: OwnUser, channels: Channels | undefined): readonly MenuEntry[] {
  return ENTRIES.filter(({ isFor }) => isFor?.(me, channels) ?? true);
}
