import { expect, test } from 'vitest';
import { readDraft, watchDrafts, writeDraft } from '#features/messages/writing/message-drafts.ts';

test('a draft is one text for all forms of its place, also those opened since it was begun', () => {
  writeDraft('question_1', 'May n be zero?');
  let shown = readDraft('question_1');
  const close = watchDrafts(() => {
    shown = readDraft('question_1');
  });
  writeDraft('question_2', 'And m?');
  expect(shown).toBe('May n be zero?');
  writeDraft('question_1', '');
  expect(shown).toBe('');
  close();
});
