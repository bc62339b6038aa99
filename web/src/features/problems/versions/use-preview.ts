import type { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { problemQuery } from '#features/problems/problems.data.ts';
import { useLocale } from '#shared/text/i18n.ts';

/** Version that an admin previews in place of the contest's; its number is in the address. */
export interface Preview {
  versionNumber: number | null;
  /** Content of the previewed version, once loaded. */
  problem: Pick<
    ProblemPage,
    'title' | 'htmlStatement' | 'attachments' | 'samples' | 'locale' | 'timeLimitMs' | 'memoryLimitKb'
  > | null;
  changes: ProblemPage['changes'];
  show: (versionNumber: number | null) => void;
}

export function usePreview(problemId: number | undefined): Preview {
  const [params, setParams] = useSearchParams();
  const wanted = Number(params.get('version'));
  const versionNumber = Number.isInteger(wanted) && wanted > 0 ? wanted : null;
  const { data } = useQuery({
    ...problemQuery(problemId ?? 0, versionNumber ?? undefined, useLocale()),
    enabled: problemId !== undefined && versionNumber !== null,
  });
  const show = (number: number | null) =>
    setParams(number === null ? {} : { version: String(number) }, {
      replace: true,
      preventScrollReset: true,
    });
  if (versionNumber === null || data === undefined) {
    return { versionNumber, problem: null, changes: undefined, show };
  }
  const { title, htmlStatement, attachments, samples, locale, timeLimitMs, memoryLimitKb } = data;
  const problem = { title, htmlStatement, attachments, samples, locale, timeLimitMs, memoryLimitKb };
  return { versionNumber, problem, changes: data.changes, show };
}
