import { expect, test } from 'vitest';
import { createNewestChoice } from '#shared/ui/behaviour/newest-choice.ts';

interface Choice {
  sort: string;
  filter: string;
  page: number;
}

const START: Choice = { sort: 'byId', filter: 'all', page: 1 };
const pathOf = ({ sort, filter, page }: Choice) => `/list/${page}?${sort}&${filter}`;
const start = () => createNewestChoice(pathOf(START), START);

test('a change joins those that are drawn one after the other', () => {
  const newest = start();
  newest.change({ sort: 'byName' }, pathOf);
  newest.change({ filter: 'open' }, pathOf);
  const first = { ...START, sort: 'byName' };
  newest.isDrawn(pathOf(first), first);
  newest.change({ page: 2 }, pathOf);
  expect(newest.choice).toEqual({ sort: 'byName', filter: 'open', page: 2 });
});

test('a change joins one that is not drawn yet, whatever draws the page anew meanwhile', () => {
  const newest = start();
  newest.change({ sort: 'byName' }, pathOf);
  newest.isDrawn(pathOf(START), START);
  newest.change({ filter: 'open' }, pathOf);
  expect(newest.choice).toEqual({ ...START, sort: 'byName', filter: 'open' });
});

test('an address that nobody awaits counts alone', () => {
  const newest = start();
  newest.change({ sort: 'byName' }, pathOf);
  const other = { ...START, page: 7 };
  newest.isDrawn(pathOf(other), other);
  newest.change({ filter: 'open' }, pathOf);
  expect(newest.choice).toEqual({ ...START, filter: 'open', page: 7 });
});

test('changes that end where they began are awaited no longer', () => {
  const newest = start();
  newest.change({ sort: 'byName' }, pathOf);
  newest.change({ sort: 'byId' }, pathOf);
  newest.isDrawn(pathOf(START), START);
  const former = { ...START, sort: 'byName' };
  newest.isDrawn(pathOf(former), former); // a link of somewhere else
  newest.change({ page: 2 }, pathOf);
  expect(newest.choice).toEqual({ ...former, page: 2 });
});
