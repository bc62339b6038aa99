import type { EditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { expect, test } from 'vitest';
import {
  changesOf,
  draftOf,
  draftTest,
  editedSince,
  editingOf,
  findTest,
  followed,
  moved,
  saveOf,
  withStatement,
} from '#features/problem-editor/editor-draft.ts';

const hash = (letter: string) => letter.repeat(64);
const files = (letter: string) => ({
  ...{ inputSha256: hash(letter), inputBytes: 4, answerSha256: hash(letter), answerBytes: 2 },
});
const PROBLEM = {
  systemType: 'balloon',
  tags: ['dp'],
  editorials: { 'ru-ru': 'Сложите' },
  statements: [
    { locale: 'ru-ru', title: 'Сумма', htmlStatement: '<p>…</p>', attachments: {}, samples: null },
    { locale: 'en-us', title: 'Sum', htmlStatement: '<p>…</p>', attachments: {}, samples: null },
  ],
  judging: {
    timeLimitMs: 1000,
    memoryLimitKb: 65_536,
    checker: { kind: 'tokens' },
    tests: [{ ...files('a'), isSample: true, points: null, group: null, flags: null }],
  },
} as unknown as EditedProblem;

test('an untouched form has no changes, one that was put back neither', () => {
  const draft = draftOf(PROBLEM);
  expect(changesOf(PROBLEM, draft)).toBeNull();
  const [test_] = draft.judging?.tests ?? [];
  const back = { ...draft, judging: draft.judging && { ...draft.judging, tests: test_ ? [test_] : [] } };
  expect(changesOf(PROBLEM, back)).toBeNull();
});

test('only the languages that were edited are sent, and tests without what the page knows of them', () => {
  const draft = draftOf(PROBLEM);
  const [russian, english] = draft.statements;
  if (!russian || !english || !draft.judging) throw new Error('The problem is complete');
  const added = draftTest({ ...files('b'), isSample: false, inputExcerpt: '1 2', answerExcerpt: '3' });
  const changes = changesOf(PROBLEM, {
    ...draft,
    statements: [russian, { ...english, title: 'A + B' }],
    judging: { ...draft.judging, tests: [added, ...draft.judging.tests] },
  });
  if (!changes) throw new Error('There are changes');
  const save = saveOf(changes, 3, 'why');
  expect(save).toMatchObject({ basedOnVersion: 3, comment: 'why', statements: [{ title: 'A + B' }] });
  expect(save.statements).toHaveLength(1);
  expect(save.judging?.tests.map((one) => Object.keys(one).sort())).toEqual([
    ['answerSha256', 'flags', 'group', 'inputSha256', 'isSample', 'points'],
    ['answerSha256', 'flags', 'group', 'inputSha256', 'isSample', 'points'],
  ]);
});

test('a problem of another system has no judging to edit', () => {
  expect(draftOf({ ...PROBLEM, systemType: 'cf', judging: null }).judging).toBeNull();
});

test('elements move within the list', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
});

test('an editorial that was emptied is sent as absent, and one that was only touched is no change', () => {
  const draft = draftOf(PROBLEM);
  expect(changesOf(PROBLEM, { ...draft, editorials: { 'en-us': '', 'ru-ru': 'Сложите' } })).toBeNull();
  const changes = changesOf(PROBLEM, { ...draft, editorials: { 'en-us': 'Add', 'ru-ru': '' } });
  expect(changes && saveOf(changes, 1, '')).toEqual({
    ...{ basedOnVersion: 1, comment: '', statements: [] },
    editorials: { 'en-us': 'Add' },
  });
});

test('what was edited since a save was sent stays when the save is answered', () => {
  const sent = { ...draftOf(PROBLEM), tags: ['dp', 'sums'] };
  const [russian, english] = sent.statements;
  if (!russian || !english || !sent.judging) throw new Error('The problem is complete');
  const stored = { ...PROBLEM, tags: ['dp', 'sums'], editorials: {} };
  expect(editedSince(sent, sent, stored)).toEqual(draftOf(stored));

  const title = { ...english, title: 'Sums' };
  const judging = { ...sent.judging, timeLimitMs: 2000 };
  const draft = editedSince(sent, { ...sent, statements: [russian, title], judging }, stored);
  expect(draft).toEqual({ ...draftOf(stored), statements: [russian, title], judging });
  expect(changesOf(stored, draft)).toEqual({ statements: [title], judging, tags: null, editorials: null });

  const statements = [russian];
  expect(editedSince(sent, { ...sent, statements }, stored).statements).toEqual(statements);
});

test('a form follows what is stored only while nothing is lost by that', () => {
  const newest = { ...PROBLEM, versionNumber: 2, tags: ['dp', 'sums'] };
  const untouched = editingOf({ ...PROBLEM, versionNumber: 1 });
  expect(followed(untouched, newest)).toEqual(editingOf(newest));

  const typed = { ...untouched, draft: { ...untouched.draft, tags: ['games'] } };
  expect(followed(typed, newest)).toBe(typed);
  const typedBack = { ...typed, draft: { ...typed.draft, tags: ['dp'] } };
  expect(followed(typedBack, newest).problem).toBe(newest);
});

test('changes that were given up wait for another version, and what is typed meanwhile is kept again', () => {
  const newest = { ...PROBLEM, versionNumber: 2 };
  const begun = editingOf({ ...PROBLEM, versionNumber: 1 });
  const draft = { ...begun.draft, tags: ['games'] };
  const givenUp = { ...begun, draft, givenUp: draft };
  expect(followed(givenUp, { ...begun.problem })).toBe(givenUp);
  expect(followed(givenUp, newest)).toEqual(editingOf(newest));
  const goneOn = { ...givenUp, draft: { ...draft, tags: ['games', 'dp'] } };
  expect(followed(goneOn, newest)).toBe(goneOn);
});

test('a test that is being replaced is found again by its contents when the list was read anew', () => {
  const listOf = (...letters: string[]) =>
    draftOf({
      ...PROBLEM,
      judging: {
        ...PROBLEM.judging,
        tests: letters.map((letter) => ({ ...files(letter), isSample: false })),
      },
    } as unknown as EditedProblem).judging?.tests ?? [];
  const [, wanted, alike] = listOf('a', 'b', 'b');
  if (!wanted || !alike) throw new Error('There are three tests');
  expect(findTest(listOf('a', 'b', 'b'), alike)?.key).toBe(alike.key);
  expect(findTest(listOf('b', 'c', 'a'), wanted)?.key).toBe('stored-0');
  expect(findTest(listOf('a', 'c'), wanted)).toBeUndefined();
  const added = { ...wanted, key: 'added-1' };
  expect(findTest(listOf('a', 'b'), added)?.key).toBe('stored-1');
});

test('what an upload adds goes into the statement of its start, as it is by then', () => {
  const [russian, english] = draftOf(PROBLEM).statements;
  if (!russian || !english) throw new Error('The problem has two statements');
  const picture = ({ htmlStatement }: typeof russian) => ({ htmlStatement: `${htmlStatement}<img>` });
  const typed = [{ ...russian, title: 'Typed' }, english];
  expect(withStatement(typed, 'ru-ru', picture)).toEqual([
    { ...russian, title: 'Typed', htmlStatement: '<p>…</p><img>' },
    english,
  ]);
  expect(withStatement([russian], 'en-us', picture)).toEqual([russian]); // it was discarded meanwhile
  // The statement without a language was given one meanwhile.
  expect(withStatement(typed, null, picture)[0]?.htmlStatement).toBe('<p>…</p><img>');
});
