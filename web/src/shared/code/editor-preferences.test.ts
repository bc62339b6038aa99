import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, readEditorPreferences } from '#shared/code/editor-preferences.ts';

test.each([
  [null, DEFAULT_PREFERENCES],
  ['nonsense', DEFAULT_PREFERENCES],
  [{ fontPx: 'large', tabSize: 3, wrapsLines: 1 }, DEFAULT_PREFERENCES],
  [
    { fontPx: 99, tabSize: 8, wrapsLines: true },
    { fontPx: 24, tabSize: 8, wrapsLines: true },
  ],
  [{ fontPx: 2 }, { ...DEFAULT_PREFERENCES, fontPx: 11 }],
])('of %j the editor takes what makes sense', (stored, preferences) => {
  expect(readEditorPreferences(stored)).toEqual(preferences);
});
