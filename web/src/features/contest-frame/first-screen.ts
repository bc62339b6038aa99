import type { Locale } from '@balloon/contracts/common.ts';
import type { QueryClient } from '@tanstack/react-query';
import { admissionStep } from '#features/contests/admission.ts';
import { canJoinQuery, contestQuery } from '#features/contests/contests.data.ts';
import {
  contestProblemQuery,
  contestProblemsQuery,
  problemLanguagesQuery,
} from '#features/problems/problems.data.ts';
import { fetchTextAhead } from '#features/problems/statement/text-ahead.ts';
import { wasAskedEarly } from '#shared/api/calls/early-answers.ts';
import { currentLocale, textsReady } from '#shared/text/i18n.ts';

/** Data of the route of a contest: whether the person was let in before the frame was drawn. */
export interface ContestEntry {
  isEntered: boolean;
}

/**
 * Reads what the first screen of a contest shows before anything is drawn, when the page is opened at its address. Answers
 * that `early.js` asked for are there by now; drawn one after the other they would cost a weak laptop a second. Whoever
 * comes from another screen sees the frame at once instead, and those who have not joined are asked by it.
 */
export async function readFirstScreen(
  queryClient: QueryClient,
  contestId: number,
  address: URL,
): Promise<ContestEntry> {
  const admission = canJoinQuery(contestId);
  if (!wasAskedEarly(`/api/contest/${contestId}/canJoin`)) return { isEntered: false };
  const answer = await queryClient.fetchQuery(admission).catch(() => null); // the frame asks again, and says why
  if (answer === null || admissionStep(answer) !== 'enter') return { isEntered: false };
  await textsReady; // the language is known
  await Promise.all([
    queryClient.prefetchQuery(contestQuery(contestId)),
    prefetchScreen(queryClient, contestId, address),
  ]);
  return { isEntered: true };
}

async function prefetchScreen(queryClient: QueryClient, contestId: number, address: URL): Promise<void> {
  const [, , , screen, index] = address.pathname.split('/');
  const locale = currentLocale();
  if (screen === 'table') {
    const { firstTableQuery } = await import('#features/scoreboard/scoreboard.data.ts');
    await queryClient.prefetchQuery(firstTableQuery(contestId, address.searchParams, locale));
  }
  if (screen !== 'problems' && screen !== 'send') return;
  await Promise.all([
    queryClient.prefetchQuery(contestProblemsQuery(contestId, locale)),
    index && prefetchStatement(queryClient, contestId, index, locale),
    index && screen === 'send' && queryClient.prefetchQuery(problemLanguagesQuery(contestId, index)),
  ]);
}

async function prefetchStatement(
  queryClient: QueryClient,
  contestId: number,
  index: string,
  locale: Locale,
): Promise<void> {
  const query = contestProblemQuery(contestId, index, locale);
  await queryClient.prefetchQuery(query);
  const problem = queryClient.getQueryData(query.queryKey);
  if (problem) fetchTextAhead(problem);
}
