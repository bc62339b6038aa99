import type { Editorials } from '@balloon/contracts/problems/editorials.ts';
import type {
  EditedJudging,
  EditedProblem,
  EditedStatement,
  SaveEditedProblem,
  StoredTest,
  UnpackedTest,
} from '@balloon/contracts/problems/problem-editor.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { isSame, withTypedSince } from '#shared/ui/forms/typed-since.ts';

/** A test in the form; `key` stays with it when it moves. */
export interface DraftTest extends StoredTest {
  key: string;
  /** Beginnings of contents that were uploaded and not saved yet; the server shows only saved ones. */
  excerpts?: { input?: string; answer?: string };
}

export interface DraftJudging extends Pick<EditedJudging, 'timeLimitMs' | 'memoryLimitKb' | 'checker'> {
  languageLimits: NonNullable<EditedJudging['languageLimits']>;
  tests: DraftTest[];
}

/** Everything of a problem that the editor changes. */
export interface Draft {
  statements: EditedStatement[];
  /** Null where another system judges. */
  judging: DraftJudging | null;
  tags: string[];
  editorials: Editorials;
}

/** Limits and checker of a problem that had no tests yet. */
const NEW_JUDGING: DraftJudging = {
  timeLimitMs: 1000,
  memoryLimitKb: 262_144,
  languageLimits: {},
  checker: { kind: 'tokens' },
  tests: [],
};

export function draftOf({ statements, tags, editorials, ...problem }: EditedProblem): Draft {
  return { statements, tags, editorials: written(editorials), judging: draftJudging(problem) };
}

function draftJudging({ judging, systemType }: Pick<EditedProblem, 'judging' | 'systemType'>) {
  if (systemType !== 'balloon') return null;
  if (!judging) return NEW_JUDGING;
  const { timeLimitMs, memoryLimitKb, checker, languageLimits = {} } = judging;
  const tests = judging.tests.map((test, index) => ({ ...test, key: `stored-${index}` }));
  return { timeLimitMs, memoryLimitKb, checker, languageLimits, tests };
}

/** Editorials without empty ones, in one order. */
const written = (editorials: Editorials): Editorials =>
  Object.fromEntries(LOCALES.flatMap((locale) => (editorials[locale] ? [[locale, editorials[locale]]] : [])));

/**
 * The draft after a save: what is stored, and on top of it the parts that were edited since the save was sent. A judge may
 * have to compile a checker in between, which takes its time.
 */
export function editedSince(sent: Draft, present: Draft, problem: EditedProblem): Draft {
  const stored = draftOf(problem);
  const draft = withTypedSince(sent, present, stored);
  if (!hasSameLanguages(sent, present)) return draft;
  const statementOf = ({ statements }: Draft, wanted: EditedStatement['locale']) =>
    statements.find(({ locale }) => locale === wanted);
  const statements = stored.statements.map((one) => {
    const [before, now] = [statementOf(sent, one.locale), statementOf(present, one.locale)];
    return now && !isSame(before, now) ? now : one;
  });
  return { ...draft, statements };
}

/**
 * The statements with a change of one of them. One without a language is the first, also after it was given one: what was
 * begun before is meant for it still.
 */
export function withStatement(
  statements: readonly EditedStatement[],
  locale: EditedStatement['locale'],
  change: (known: EditedStatement) => Partial<EditedStatement>,
): EditedStatement[] {
  const found = statements.findIndex((one) => one.locale === locale);
  const place = found === -1 && locale === null ? 0 : found;
  return statements.map((one, index) => (index === place ? { ...one, ...change(one) } : one));
}

const hasSameLanguages = (one: Draft, other: Draft) => isSame(languagesOf(one), languagesOf(other));
const languagesOf = ({ statements }: Draft) => statements.map(({ locale }) => locale);

/** The parts of a draft that differ from what was read; null when nothing does. */
export function changesOf(problem: EditedProblem, draft: Draft) {
  const former = draftOf(problem);
  const statements = draft.statements.filter(
    (statement) => !former.statements.some((one) => isSame(one, statement)),
  );
  const judging = draft.judging && !isSame(former.judging, draft.judging) ? draft.judging : null;
  const tags = isSame(former.tags, draft.tags) ? null : draft.tags;
  const texts = written(draft.editorials);
  const editorials = isSame(former.editorials, texts) ? null : texts;
  const isChanged = statements.length > 0 || judging || tags || editorials;
  return isChanged ? { statements, judging, tags, editorials } : null;
}
export type DraftChanges = NonNullable<ReturnType<typeof changesOf>>;

/** The form of a problem. */
export interface Editing {
  /** What the form was filled from: a save is based on its version. */
  problem: EditedProblem;
  draft: Draft;
  /** A draft that its author has given up for the version that is about to come. */
  givenUp: Draft | null;
}

export const editingOf = (problem: EditedProblem): Editing => ({
  ...{ problem, draft: draftOf(problem), givenUp: null },
});

/**
 * The form when something else is stored by now. It follows where nothing is lost; what was typed stays on the version that
 * it is based on, so that the server refuses to lay it over the save of somebody else.
 */
export function followed(editing: Editing, newest: EditedProblem): Editing {
  const { problem, draft, givenUp } = editing;
  if (newest === problem) return editing;
  const isGivenUp = draft === givenUp && newest.versionNumber !== problem.versionNumber;
  return isGivenUp || changesOf(problem, draft) === null ? editingOf(newest) : editing;
}

/** The call that saves the changes. */
export function saveOf(changes: DraftChanges, basedOnVersion: number, comment: string): SaveEditedProblem {
  const { statements, judging, tags, editorials } = changes;
  return {
    ...{ basedOnVersion, comment, statements },
    ...(judging ? { judging: sentJudging(judging) } : {}),
    ...(tags ? { tags } : {}),
    ...(editorials ? { editorials } : {}),
  };
}

function sentJudging({ tests, ...rules }: DraftJudging): NonNullable<SaveEditedProblem['judging']> {
  return {
    ...rules,
    tests: tests.map(({ inputSha256, answerSha256, isSample, points, group, flags }) => ({
      ...{ inputSha256, answerSha256, isSample, points, group, flags },
    })),
  };
}

let addedTests = 0;

/** A test of uploaded contents. */
export function draftTest({
  name: _,
  inputExcerpt,
  answerExcerpt,
  ...files
}: Partial<Pick<UnpackedTest, 'name'>> & Omit<UnpackedTest, 'name'>): DraftTest {
  addedTests += 1;
  return {
    ...files,
    ...{ points: null, group: null, flags: null, picture: null },
    key: `added-${addedTests}`,
    excerpts: { input: inputExcerpt, answer: answerExcerpt },
  };
}

/**
 * Finds a test again in a list that may have been read anew since, where its key stands for its place: by what it contains.
 *
 * @returns undefined when no test has these contents any more
 */
export function findTest(tests: readonly DraftTest[], wanted: DraftTest): DraftTest | undefined {
  const alike = tests.filter(
    ({ inputSha256, answerSha256 }) =>
      inputSha256 === wanted.inputSha256 && answerSha256 === wanted.answerSha256,
  );
  return alike.find(({ key }) => key === wanted.key) ?? alike[0];
}

/** A list with one element at another place; places beyond the ends are the ends. */
export function moved<Element>(list: readonly Element[], from: number, to: number): Element[] {
  const element = list[from];
  if (element === undefined) return [...list];
  const place = Math.max(0, Math.min(list.length - 1, to));
  return list.toSpliced(from, 1).toSpliced(place, 0, element);
}
