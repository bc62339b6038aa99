import { expect, test } from 'vitest';
import { admissionStep } from '#features/contests/admission.ts';

test.each([
  [
    'a refusal stays a refusal, also for somebody who joined',
    { can: false, joined: true, confirm: false },
    'refuse',
  ],
  ['whoever joined goes straight in', { can: true, joined: true, confirm: false }, 'enter'],
  ['a newcomer is asked first', { can: true, joined: false, confirm: true }, 'ask'],
  [
    'a member of several teams chooses one first',
    { can: true, joined: true, confirm: false, chooses: true },
    'choose',
  ],
  ['a supervisor is added without a question', { can: true, joined: false, confirm: false }, 'join'],
] as const)('%s', (_name, answer, step) => {
  expect(admissionStep(answer)).toBe(step);
});
