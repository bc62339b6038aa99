import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { GroupSelect } from '#shared/ui/forms/group-select.tsx';

const groups = Array.from({ length: 1000 }, (_, index) => ({
  ...{ id: index + 1, name: `Group ${index + 1}.`, color: '#EF9A9A', authorId: null },
}));

function namesShown(chosenNumber: number): string[] {
  const chosen = groups.slice(0, chosenNumber).map(({ id }) => id);
  const field = <GroupSelect groups={groups} value={chosen} onChange={() => undefined} />;
  return renderToStaticMarkup(<MantineProvider>{field}</MantineProvider>).match(/Group \d+\./g) ?? [];
}

test.each([0, 2, 13])('%i chosen groups are all named', (chosenNumber) => {
  expect(namesShown(chosenNumber)).toHaveLength(chosenNumber);
});

test.each([14, 1000])('of %i chosen groups a dozen is named, the last one at the end', (chosenNumber) => {
  const names = namesShown(chosenNumber);
  expect(names).toHaveLength(12);
  expect(names.at(-1)).toBe(`Group ${chosenNumber}.`);
});
