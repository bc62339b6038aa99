import { expect, test } from 'vitest';
import { drawSalt, signCall } from '#cf/sign-call.ts';

// Hashes were made by `sha512sum`.
test('a call is signed as the description of the API shows', () => {
  const signed = signCall(
    'contest.hacks',
    [['contestId', '566']],
    { apiKey: 'xxx', secret: 'yyy' },
    { timeSec: 1_428_148_432, salt: '123456' },
  );
  expect(signed).toEqual([
    ['apiKey', 'xxx'],
    ['contestId', '566'],
    ['time', '1428148432'],
    [
      'apiSig',
      '1234569af650c91c332d191c38e92ef8af175182d6123a6d95ada83866987b2020b5ce510de15560d5981413bdd32fac9853f28bd83c2232ed166b6c903c9443aa6075',
    ],
  ]);
});

test('names come in order, then values, and are signed before any encoding', () => {
  const signed = signCall(
    'problem.package',
    [
      ['z', 'Ж & b'],
      ['problemId', '8'],
      ['a', '1'],
      ['problemId', '7'],
    ],
    { apiKey: 'key', secret: 's3' },
    { timeSec: 1_700_000_000, salt: 'abcdef' },
  );
  expect(signed.map(([name]) => name).join()).toBe('a,apiKey,problemId,problemId,time,z,apiSig');
  expect(signed.at(-1)?.[1]).toBe(
    'abcdefdffc083b3c302bc2446926d7be4efa8187cf2ca7b7c9defdddf82ecd5310ac16186e274b3e5485f3559c1029ca32a67d16d74f33d205a6458cf46fd8f71b6c4a',
  );
});

test('every call has six characters of its own', () => {
  expect(drawSalt()).toMatch(/^[0-9a-f]{6}$/);
  expect(drawSalt()).not.toBe(drawSalt());
});
