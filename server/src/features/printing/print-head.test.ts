import { expect, test } from 'vitest';
import { printHead } from '#features/printing/print-head.ts';

const JOB = {
  ...{ id: 1, name: 'Foxes', seat: 'A-12', organization: null, sentBy: null, contestName: 'Cup' },
  ...{ problemIndex: 'C', sentAtMs: 0, contestTimeMs: 0 },
};

test('a title that people typed commands no printer, and hides or turns nothing around', () => {
  const title = 'main\u001b%-12345X@PJL RESET\u0008\u0008.c\r\n\fpp\u202e';
  expect(printHead({ ...JOB, title }).what).toBe('C · main\ufffd%-12345X@PJL RESET\ufffd\ufffd.c pp\ufffd');
});
