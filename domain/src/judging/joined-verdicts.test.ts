import { expect, test } from 'vitest';
import { ICPC_VERDICTS, joinedVerdict, verdictsShownAs } from '#judging/joined-verdicts.ts';
import { VERDICTS, verdictById } from '#judging/verdicts.ts';

const everyId = Object.values(VERDICTS).map(({ id }) => id);
const { memoryLimit, outputLimit, presentationError, idlenessLimit } = VERDICTS;

test('every verdict joins one of the seven, which stay as they are', () => {
  expect(ICPC_VERDICTS).toHaveLength(7);
  expect(new Set([...everyId, 999].map(joinedVerdict))).toEqual(new Set(ICPC_VERDICTS));
  for (const id of ICPC_VERDICTS) expect(joinedVerdict(id)).toBe(id);
});

test('limits and format join the verdicts that the ICPC names', () => {
  expect(
    [memoryLimit, outputLimit, presentationError, idlenessLimit].map(({ id }) => joinedVerdict(id)),
  ).toEqual(
    [VERDICTS.runtimeError, VERDICTS.wrongAnswer, VERDICTS.wrongAnswer, VERDICTS.timeLimit].map(
      ({ id }) => id,
    ),
  );
});

test('a joined verdict solves and costs a try by the usual rules as the precise one does', () => {
  const effect = (id: number) => [verdictById(id)?.solves, verdictById(id)?.scored];
  for (const id of everyId) expect([id, effect(joinedVerdict(id))]).toEqual([id, effect(id)]);
});

test('a filter by shown verdicts finds all that are shown as one of them', () => {
  expect(verdictsShownAs([VERDICTS.runtimeError.id])).toEqual([VERDICTS.runtimeError.id, memoryLimit.id]);
  expect(verdictsShownAs([memoryLimit.id])).toEqual([]);
  expect(verdictsShownAs(ICPC_VERDICTS).sort()).toEqual([...everyId].sort());
});
