import type { CanJoin } from '@balloon/contracts/contests.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useCallback } from 'react';
import { askPart } from '#features/contests/ask-part.ts';
import { canJoinQuery, contestQuery, joinContest } from '#features/contests/contests.data.ts';
import { keptAtMs } from '#shared/api/calls/kept-answers.ts';
import { isConnectionTrouble } from '#shared/api/calls/sure-sending.ts';
import { isSignedOut } from '#shared/api/queries/session.ts';
import { confirm } from '#shared/ui/dialogs/confirm.tsx';
import { showError, showWarning } from '#shared/ui/toasts/toasts.ts';

/** Next step after the server's answer. */
export type AdmissionStep = 'refuse' | 'choose' | 'enter' | 'ask' | 'join';

export function admissionStep({ can, joined, confirm: asksFirst, chooses }: CanJoin): AdmissionStep {
  if (!can) return 'refuse';
  if (chooses) return 'choose';
  if (joined) return 'enter';
  return asksFirst ? 'ask' : 'join';
}

/**
 * Lets the person into a contest: asks the server, then the person if they would be added to the results
 * table, or as whom they take part, and joins. Shows the reason of a refusal.
 *
 * @returns whether the contest may be opened now
 * @throws {ApiError} when the server was not reached, which refuses nobody
 */
export function useAdmission(): (contestId: number) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback((contestId) => admitOnce(queryClient, contestId), [queryClient]);
}

const pending = new Map<number, Promise<boolean>>();

/** Shares one question between simultaneous callers (a click and the screen that it opens). */
function admitOnce(queryClient: QueryClient, contestId: number): Promise<boolean> {
  const running = pending.get(contestId);
  if (running) return running;
  const admission = admit(queryClient, contestId).finally(() => pending.delete(contestId));
  pending.set(contestId, admission);
  return admission;
}

async function admit(queryClient: QueryClient, contestId: number): Promise<boolean> {
  try {
    const answer = await queryClient.fetchQuery({ ...canJoinQuery(contestId), networkMode: 'always' });
    const step = admissionStep(answer);
    if (step === 'enter') return true;
    if (step === 'refuse') return refuse(answer);
    if (step === 'choose') return await askPart(queryClient, contestId, rulesOf(answer));
    if (step === 'ask' && !(await askToJoin(answer))) return false;
    await joinContest(contestId);
    queryClient.setQueryData(canJoinQuery(contestId).queryKey, { ...answer, joined: true, confirm: false });
    void queryClient.invalidateQueries({ queryKey: ['contests'] });
    return true;
  } catch (error) {
    if (isConnectionTrouble(error)) {
      if (await isContestKept(queryClient, contestId)) return true;
      throw error;
    }
    if (!isSignedOut(queryClient)) showError(error);
    return false;
  }
}

/** Whether the service worker kept the contest for this person, who has been in it therefore. */
async function isContestKept(queryClient: QueryClient, contestId: number): Promise<boolean> {
  const contest = await queryClient.fetchQuery(contestQuery(contestId)).catch(() => null);
  return contest !== null && keptAtMs(`/api/contest/${contestId}`) !== null;
}

function refuse(answer: CanJoin): false {
  showWarning(i18next.t(answer.reason === 'NOT_IN_TIME' ? 'contest_time_error' : 'contest_access_error'));
  return false;
}

/** What joining brings with it, besides that submissions count. */
function rulesOf({ confines, bindsDevices }: CanJoin): string[] {
  return [confines && i18next.t('join.confines'), bindsDevices && i18next.t('join.bindsDevices')].filter(
    (text) => typeof text === 'string',
  );
}

function askToJoin(answer: CanJoin): Promise<boolean> {
  return confirm({
    title: i18next.t('join.title'),
    text: [i18next.t('join.text'), ...rulesOf(answer)].join(' '),
    yes: i18next.t('join.yes'),
  });
}
