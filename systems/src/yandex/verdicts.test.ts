import { expect, test } from 'vitest';
import { readVerdict } from '#yandex/verdicts.ts';

test.each([
  ['accepted', 'OK', 'ok', 'Accepted'],
  ['wrongAnswer', 'WA', 'Wrong answer', 'WrongAnswer', 'wrong-answer'],
  ['compilationError', 'CE', 'ce', 'CompilationError'],
  ['runtimeError', 'RE', 'Runtime error', 'RuntimeError'],
  ['presentationError', 'PE', 'PresentationError'],
  ['outputLimit', 'OL', 'OLE', 'Output limit exceeded', 'OutputLimitExceeded'],
  ['timeLimit', 'TL', 'TLE', 'Time limit exceeded', 'TimeLimitExceeded'],
  ['memoryLimit', 'ML', 'MLE', 'MemoryLimitExceeded'],
  ['idlenessLimit', 'IL', 'IdlenessLimitExceeded'],
  ['restrictedFunction', 'PCF', 'PrecompileCheckFailed', 'SecurityViolation'],
  ['ignored', 'Ignored', 'ManualInspection'],
  ['judgingError', 'Crash', 'не удалось протестировать'],
  ['pending', '', '-', 'No report', 'Running', 'Тестируется', 'Ожидание теста', 'AcceptedForTesting'],
  ['unknown', 'MoonPhaseError', 'OKAY', 'constructor'],
])('%s has words of pages, tables and the API', (verdict, ...words) => {
  for (const word of words) expect(readVerdict(word)).toBe(verdict);
});
