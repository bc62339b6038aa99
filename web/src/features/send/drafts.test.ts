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
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
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
