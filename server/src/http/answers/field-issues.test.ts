import { atMostBytes, Id, NO_ZERO_BYTES, sameAs } from '@balloon/contracts/common.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fieldIssueOf, isAbsentIn, ownWordsOf, wordsOf } from '#http/answers/field-issues.ts';

const Form = z.strictObject({
  name: z.string().min(3).max(5),
  email: z.string().regex(/@/),
  ids: z.array(Id).max(1),
  age: z.number().min(18),
  source: z
    .string()
    .refine(...NO_ZERO_BYTES)
    .refine(...atMostBytes(1024)),
  nothing: z.strictObject({}),
  peer: z.union([z.literal('admin'), Id]),
});
const good = { name: 'anna', email: 'a@b', ids: [1], age: 20, source: 'x', nothing: {}, peer: 'admin' };

function issueOf(change: object) {
  const [issue] = Form.safeParse({ ...good, ...change }).error?.issues ?? [];
  if (!issue) throw new Error('the form was valid');
  return fieldIssueOf({ ...issue, params: { ...issue } });
}

describe('an issue in our words', () => {
  test.each([
    [{ name: '' }, { field: 'name', kind: 'too_small', bound: 3, of: 'string' }, 'too short, at least 3'],
    [{ name: 'abcdef' }, { field: 'name', kind: 'too_big', bound: 5, of: 'string' }, 'too long, at most 5'],
    [{ ids: [1, 2] }, { field: 'ids', kind: 'too_big', bound: 1, of: 'array' }, 'too many, at most 1'],
    [{ ids: [0] }, { field: 'ids.0', kind: 'too_small', bound: 1, of: 'number' }, 'too small, at least 1'],
    [{ age: 1 }, { field: 'age', kind: 'too_small', bound: 18, of: 'number' }, 'too small, at least 18'],
    [{ email: 'x' }, { field: 'email', kind: 'invalid_format' }, 'not in the expected form'],
    [{ name: undefined }, { field: 'name', kind: 'required' }, 'is required'],
    [{ ids: [undefined] }, { field: 'ids.0', kind: 'required' }, 'is required'],
    [{ peer: undefined }, { field: 'peer', kind: 'required' }, 'is required'],
    [{ peer: 'anna' }, { field: 'peer', kind: 'invalid' }, 'is not valid'],
    [{ name: {} }, { field: 'name', kind: 'invalid' }, 'is not valid'],
    [{ source: 'a\0' }, { field: 'source', kind: 'zero_bytes' }, 'must be text, without zero bytes'],
    [
      { source: 'ж'.repeat(513) },
      { field: 'source', kind: 'too_big', bound: 1, of: 'kilobytes' },
      'too large, at most 1 KB',
    ],
    [{ nothing: { a: 1 } }, { field: 'nothing', kind: 'unexpected' }, 'has fields that are unknown here'],
  ])('%j', (change, issue, text) => {
    expect(issueOf(change)).toEqual(issue);
    expect(wordsOf(issueOf(change))).toBe(text);
  });

  test('of a contract are kept, and those of Zod are not', () => {
    const Named = z.object({
      name: z.string().regex(/^a/, 'must begin with a'),
      mail: z.email(),
      code: z.string().regex(/^a/),
      sum: z.string().refine((text) => text === 'a', 'must be a'),
      kind: z.number(),
    });
    const { error } = Named.safeParse({ name: 'b', mail: 'b', code: 'b', sum: 'b', kind: 'b' });
    const words = error?.issues.map((issue) => [issue.path[0], ownWordsOf(issue)]);
    expect(Object.fromEntries(words ?? [])).toEqual({
      ...{ name: 'must begin with a', sum: 'must be a' },
      ...{ mail: undefined, code: undefined, kind: undefined },
    });
  });

  test('of a field that is missing is found in the input where Zod does not tell', () => {
    const Order = z.object({ number: z.coerce.number(), kind: z.enum(['a', 'b']), by: z.object({ id: Id }) });
    const absentIn = (input: object) =>
      Order.safeParse(input).error?.issues.map((issue) => isAbsentIn(input, issue));
    expect(absentIn({})).toEqual([true, true, true]);
    expect(absentIn({ number: 'x', kind: 'c', by: { id: 'x' } })).toEqual([false, false, false]);
    expect(absentIn({ number: 1, kind: 'a', by: {} })).toEqual([true]);
  });

  test('a field that repeats another names itself', () => {
    const Pair = z.object({ one: z.string(), other: z.string() });
    const Same = Pair.refine((pair) => pair.one === pair.other, sameAs('other', 'one'));
    const [issue] = Same.safeParse({ one: 'a', other: 'b' }).error?.issues ?? [];
    expect(fieldIssueOf({ code: '', path: [], ...issue, params: { ...issue } })).toEqual({
      field: 'other',
      kind: 'mismatch',
    });
  });
});
