import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/text/format.ts';

/** Text in place of an absent value. */
export const NOTHING = '–';

/** Returns test, time and memory of a run as text; a dash for absent values. */
export function useResources({ verdictId, testNumber, executionTime, memory }: Solution) {
  const { t } = useTranslation();
  const formats = useFormats();
  const test = testNumber > 0 && verdictId !== null ? formats.number(testNumber) : NOTHING;
  if (verdictId === null || (executionTime === 0 && memory === 0)) {
    return { test, time: NOTHING, memory: NOTHING };
  }
  return {
    test,
    time: t('solutions.ms', { ms: formats.number(Math.round(executionTime * 1000)) }),
    memory: t('solutions.mb', { mb: formats.number(Math.round(memory / 102.4) / 10) }),
  };
}
