import { beforeEach, expect, test, vi } from 'vitest';
import {
  clearDraft,
  readDraft,
  readDraftFiles,
  readTrialInput,
  writeDraft,
  writeTrialInput,
} from '#features/send/drafts.ts';

const kept = new Map<string, string>();
/** Characters for which the browser has room. */
let room: number;
beforeEach(() => {
  kept.clear();
  room = Number.POSITIVE_INFINITY;
  vi.stubGlobal(
    'localStorage',
    // Browsers list what is stored as its properties.
    new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        removeItem: (key: string) => void kept.delete(key),
        setItem: (key: string, value: string) => {
          const others = [...kept].filter(([other]) => other !== key);
          const used = others.reduce((sum, [other, text]) => sum + other.length + text.length, 0);
          if (used + key.length + value.length > room) throw new DOMException('', 'QuotaExceededError');
          kept.set(key, value);
        },
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  );
});

const ANNA = { ownId: 1, contestId: 5, letter: 'A' };
const BORIS = { ...ANNA, ownId: 2 };

test('the next person at a machine finds nothing of what the one before has written, who finds it again', () => {
  const files = [
    { name: 'main.py', content: 'import helper' },
    { name: 'helper.py', content: '' },
  ];
  writeDraft(ANNA, 'import helper', { files, open: 'main.py', entryPoint: null });
  writeTrialInput(ANNA, '1 2');
  expect([readDraft(BORIS), readDraftFiles(BORIS), readTrialInput(BORIS)]).toEqual(['', null, '']);

  clearDraft(BORIS);
  expect([readDraft(ANNA), readDraftFiles(ANNA)?.files, readTrialInput(ANNA)]).toEqual([
    'import helper',
    files,
    '1 2',
  ]);
});

test.each(['solution_5_A', 'solution_5'])(
  'a draft under %s, which names no person, is found by the first who opens it alone',
  (key) => {
    kept.set(key, JSON.stringify('print(1)'));

    expect([readDraft(ANNA), readDraft(BORIS), readDraft(ANNA)]).toEqual(['print(1)', '', 'print(1)']);
  },
);

test('where the browser has no room left, inputs of trial runs make way for a draft', () => {
  room = 1_000;
  writeTrialInput({ ...BORIS, contestId: 4 }, 'x'.repeat(600));
  writeTrialInput(ANNA, '1 2');
  writeDraft(BORIS, 'a draft of somebody else', null);
  expect(writeDraft(ANNA, 'y'.repeat(500), null)).toBe(true);
  expect(readTrialInput({ ...BORIS, contestId: 4 })).toBe('');
  expect([readTrialInput(ANNA), readDraft(BORIS)]).toEqual(['1 2', 'a draft of somebody else']);
  expect(writeDraft(ANNA, 'y'.repeat(2_000), null)).toBe(false);
  expect(readDraft(ANNA)).toHaveLength(500);
});
