import type { OwnUser } from '@balloon/contracts/users.ts';
import { expect, test } from 'vitest';
import { matchesWords, paletteActions } from '#features/admin-search/palette-actions.ts';

const withMask = (mask: number) => ({ accessGroup: { mask } }) as OwnUser;
const pathsOf = (mask: number) => paletteActions(withMask(mask)).map(({ to }) => to);

test('an action is found by beginnings of its words, in any order and case', () => {
  expect(matchesWords('CON new', 'New contest: create')).toBe(true);
  expect(matchesWords('отчет', 'Отчёт')).toBe(true);
  expect(matchesWords('test', 'New contest')).toBe(false);
  expect(matchesWords('new group', 'New contest')).toBe(false);
});

test('moderators are offered no screens of admins', () => {
  const ofAdmins = pathsOf(4096).filter((path) => !pathsOf(1024).includes(path));
  expect(ofAdmins.sort()).toEqual([
    '/admin/contests/import',
    '/admin/organizations',
    '/admin/problems',
    '/admin/problems/outside',
    '/admin/problems/outside?system=polygon',
    '/admin/problems/upload',
    '/admin/rating/compute',
    '/admin/server',
    '/admin/server/outside',
    '/admin/server/outside/runs',
    '/admin/server?view=backups',
    '/admin/server?view=console',
    '/admin/server?view=languages',
    '/admin/server?view=queue',
    '/admin/teams/import',
  ]);
});
