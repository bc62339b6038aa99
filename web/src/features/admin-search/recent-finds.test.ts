import { beforeEach, expect, test, vi } from 'vitest';
import { readRecent, rememberFind } from '#features/admin-search/recent-finds.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

const group = (id: number) =>
  ({
    ...{ key: `groups:${id}`, kind: 'groups' as const, title: `Group ${id}`, note: '' },
    to: `/admin/groups/edit/${id}`,
  }) as const;
const recentOf = (userId: number) => readRecent(userId).map(({ key }) => key);

test('the last six are kept, the newest first, each once and for one person', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 5]) rememberFind(10, group(id));
  expect(recentOf(10)).toEqual([5, 7, 6, 4, 3, 2].map((id) => `groups:${id}`));
  expect(recentOf(11)).toEqual([]);
});

test('what is no find or leads away is dropped', () => {
  const bad = [
    null,
    7,
    { key: 'a' },
    { ...group(9), kind: 'other' },
    { ...group(1), to: 'https://example.org' },
    { ...group(2), to: '//evil' },
  ];
  stored.set('admin_finds_10', JSON.stringify([...bad, group(3)]));
  expect(recentOf(10)).toEqual(['groups:3']);
  stored.set('admin_finds_10', '{broken');
  expect(recentOf(10)).toEqual([]);
});
