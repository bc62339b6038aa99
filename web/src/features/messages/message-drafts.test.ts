import { expect, test } from 'vitest';
import { readDraft, removeSent, watchDrafts, writeDraft } from '#features/messages/message-drafts.ts';

test('what was sent leaves the draft, also that of a form which was opened since, and what was written since stays', () => {
  writeDraft('question_1', 'May n be zero?');
  let shown = readDraft('question_1');
  const close = watchDrafts(() => {
    shown = readDraft('question_1');
  });
  writeDraft('question_1', 'May n be zero?\nAnd m?');
  removeSent('question_1', 'May n be zero?');
  expect(shown).toBe('And m?');
  removeSent('question_1', 'And m?');
  expect(shown).toBe('');
  close();
});

test('a draft that was mended while it was being sent stays whole', () => {
  writeDraft('question_2', 'May n be 0?');
  removeSent('question_2', 'May n be zero?');
  expect(readDraft('question_2')).toBe('May n be 0?');
});
