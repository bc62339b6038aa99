import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';

/** Number of groups that are named, each of them with so many letters, and whether there is a button for the others. */
function namesShown(number: number, letters: number) {
  const group = { name: 'g'.repeat(letters), color: '#EF9A9A', authorId: null };
  const groups = Array.from({ length: number }, (_, index) => ({ ...group, id: index + 1 }));
  const markup = renderToStaticMarkup(<GroupChips groups={groups} />);
  return [markup.match(/g{2,}/g)?.length, markup.includes('<button')];
}

test.each([
  [7, 10, 7, false],
  [12, 10, 6, true],
  [12, 40, 3, true],
  [12, 200, 1, true],
  [2, 200, 2, false],
])('of %i groups with %i letters each %i are named', (number, letters, named, hasButton) => {
  expect(namesShown(number, letters)).toEqual([named, hasButton]);
});
