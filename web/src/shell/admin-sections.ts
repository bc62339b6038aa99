import type { OwnUser } from '@balloon/contracts/users.ts';
import {
  IconBuildingCommunity,
  IconChartLine,
  IconHistory,
  IconListCheck,
  IconPuzzle,
  IconServer,
  IconTrophy,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { isAdminUser } from '#shared/api/queries/session.ts';

export interface AdminSection {
  /** Part of the address after /admin/. */
  area: string;
  /** Other areas whose screens belong to it. */
  otherAreas?: readonly string[];
  /** Key of its text. */
  key: string;
  icon: TablerIcon;
  isForAdminsOnly?: boolean;
  /** Shown until the first steps of a new site are done or hidden. */
  isForNewSites?: boolean;
}

/** Sections of the admin area in the order of the menu. A new section is a line here and its addresses in `addresses/admin-screens.ts`. */
const SECTIONS: readonly AdminSection[] = [
  { area: 'start', key: 'admin.start', icon: IconListCheck, isForNewSites: true },
  { area: 'contests', key: 'admin.contests', icon: IconTrophy },
  { area: 'users', otherAreas: ['teams'], key: 'admin.users', icon: IconUsers },
  { area: 'groups', key: 'admin.groups', icon: IconUsersGroup },
  { area: 'organizations', key: 'admin.organizations', icon: IconBuildingCommunity, isForAdminsOnly: true },
  { area: 'problems', key: 'admin.problems', icon: IconPuzzle, isForAdminsOnly: true },
  { area: 'rating', key: 'admin.rating', icon: IconChartLine },
  { area: 'audit', key: 'admin.audit', icon: IconHistory },
  { area: 'server', key: 'admin.server', icon: IconServer, isForAdminsOnly: true },
];

/** Sections for this person: problems and the server are for admins. */
export function adminSections(me: OwnUser, { isNew }: { isNew: boolean }): readonly AdminSection[] {
  return SECTIONS.filter(
    ({ isForAdminsOnly, isForNewSites }) =>
      (!isForAdminsOnly || isAdminUser(me)) && (!isForNewSites || isNew),
  );
}
