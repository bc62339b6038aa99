import { MAX_TAG_LENGTH } from '@balloon/contracts/problems/problem-editor-limits.ts';
import { expect, test } from 'vitest';
import { knownTagsQuery } from '#features/problem-editor/problem-editor.data.ts';

test('a text longer than any tag asks for as much as a tag may have', () => {
  const [, , asked] = knownTagsQuery(`  ${'a'.repeat(MAX_TAG_LENGTH + 20)}`).queryKey;
  expect(asked).toBe('a'.repeat(MAX_TAG_LENGTH));
});
