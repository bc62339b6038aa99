import type { OwnUser } from '@balloon/contracts/users.ts';
import { isAdminUser } from '#shared/api/queries/session.ts';
import { adminSections } from '#shell/admin-sections.ts';

export interface PaletteAction {
  to: string;
  /** Key of its text. */
  key: string;
  /** Key of further words by which it is found. */
  wordsKey?: string;
  isForAdminsOnly?: boolean;
}

/** What supervisors do; a new action is a line here. Sections of the admin area come by themselves. */
const ACTIONS: readonly PaletteAction[] = [
  { to: '/admin/contests/create', key: 'palette.newContest', wordsKey: 'palette.words.create' },
  {
    to: '/admin/contests/import',
    key: 'contestImport.title',
    wordsKey: 'palette.words.packages',
    isForAdminsOnly: true,
  },
  { to: '/admin/users/create', key: 'palette.newPerson', wordsKey: 'palette.words.create' },
  {
    to: '/admin/teams/import',
    key: 'teamImport.title',
    wordsKey: 'palette.words.import',
    isForAdminsOnly: true,
  },
  { to: '/admin/users/create-into-group', key: 'palette.importPeople', wordsKey: 'palette.words.import' },
  { to: '/admin/groups/create', key: 'palette.newGroup', wordsKey: 'palette.words.create' },
  {
    to: '/admin/problems/upload',
    key: 'palette.uploadPackages',
    wordsKey: 'palette.words.packages',
    isForAdminsOnly: true,
  },
  {
    to: '/admin/problems/outside',
    key: 'palette.outsideProblems',
    wordsKey: 'palette.words.outsideProblems',
    isForAdminsOnly: true,
  },
  {
    to: '/admin/problems/outside?system=polygon',
    key: 'palette.polygon',
    wordsKey: 'palette.words.packages',
    isForAdminsOnly: true,
  },
  { to: '/news/create', key: 'news.create', wordsKey: 'palette.words.create' },
  { to: '/admin/rating/create', key: 'palette.scoreTable', wordsKey: 'palette.words.ratings' },
  {
    to: '/admin/rating/compute',
    key: 'palette.computeRatings',
    wordsKey: 'palette.words.ratings',
    isForAdminsOnly: true,
  },
  { to: '/admin/contests?category=showOnlyRemoved', key: 'palette.removedContests' },
  { to: '/admin/server?view=queue', key: 'palette.queue', isForAdminsOnly: true },
  { to: '/admin/server?view=languages', key: 'palette.languages', isForAdminsOnly: true },
  { to: '/admin/server?view=backups', key: 'palette.backups', isForAdminsOnly: true },
  { to: '/admin/server?view=console', key: 'palette.console', isForAdminsOnly: true },
  {
    to: '/admin/server/outside',
    key: 'outside.title',
    wordsKey: 'palette.words.outside',
    isForAdminsOnly: true,
  },
  { to: '/admin/server/outside/runs', key: 'outside.runs', isForAdminsOnly: true },
  { to: '/user/solutions/all', key: 'userSolutions.titleOfAll' },
];

/** Sections and actions for this person, sections first. */
export function paletteActions(me: OwnUser): readonly PaletteAction[] {
  const sections = adminSections(me, { isNew: true }).map(({ area, key }) => ({ to: `/admin/${area}`, key }));
  return [...sections, ...ACTIONS.filter(({ isForAdminsOnly }) => !isForAdminsOnly || isAdminUser(me))];
}

/**
 * Whether each word of a query begins a word of the text.
 *
 * @param text name of an action and further words
 */
export function matchesWords(query: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
