import type { Problem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#shared/text/format.ts';
import { useJudgeName } from '#shared/text/judge-name.ts';

export const KB_PER_MB = 1024;

export type LimitedProblem = Pick<Problem, 'timeLimitMs' | 'memoryLimitKb'> &
  Partial<Pick<Problem, 'systemType' | 'inputFile' | 'outputFile'>>;

/**
 * Returns time and memory limits as text, files in place of standard streams, and who judges where that is not this
 * site; empty where nothing is known.
 */
export function useLimitsText(): (problem: LimitedProblem) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const judgeName = useJudgeName();
  const files = ({ inputFile, outputFile }: LimitedProblem) =>
    (inputFile !== undefined || outputFile !== undefined) &&
    t('limits.files', {
      input: inputFile ?? t('limits.standardInput'),
      output: outputFile ?? t('limits.standardOutput'),
    });
  return (problem) =>
    [
      problem.timeLimitMs !== null &&
        t('limits.time', { seconds: formats.number(problem.timeLimitMs / 1000) }),
      problem.memoryLimitKb !== null &&
        t('limits.memory', { megabytes: formats.number(problem.memoryLimitKb / KB_PER_MB) }),
      files(problem),
      problem.systemType !== undefined &&
        problem.systemType !== 'balloon' &&
        t('limits.judgedBy', { system: judgeName(problem.systemType) }),
    ]
      .filter(Boolean)
      .join(' · ');
}
