import { expect, test } from 'vitest';
import { JudgeResult } from '#judging/judge.ts';

test('a verdict survives zero bytes in what a checker or a compiler said', () => {
  const result = JudgeResult.parse({
    judgeId: 1,
    solutionId: 1,
    fence: 1,
    verdict: 'wrongAnswer',
    testNumber: 1,
    timeMs: 0,
    memoryKb: 0,
    compilationError: null,
    detail: "expected '3', found '\u0000'",
    judgedBy: { compiler: 'gcc\u0000', mode: 'full' },
    score: null,
    tests: [],
  });
  expect(result.detail).toBe("expected '3', found '\ufffd'");
  expect(result.judgedBy.compiler).toBe('gcc\ufffd');
});
