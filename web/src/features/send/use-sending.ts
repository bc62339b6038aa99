import type { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { rememberLanguage } from '#features/send/drafts.ts';
import { useSendSolution } from '#features/send/send.data.ts';
import type { Draft } from '#features/send/use-draft.ts';
import { isBusy, UnansweredKeys } from '#shared/api/calls/sure-sending.ts';
import { useMe } from '#shared/api/queries/session.ts';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

export interface Sending {
  contestId: number;
  problem: ListedContestProblem;
  language: Language | undefined;
  draft: Draft;
}

const unanswered = new UnansweredKeys('unanswered_solutions');
/** Place of a person's sendings: one at a time has no answer, wherever it was begun. */
const placeOf = (ownId: number) => `${ownId}`;

/**
 * Sends once per press, stores the language for the problem's system, then shows the person's submissions. Who goes on
 * meanwhile, in the text or to another problem or screen, is not taken away from there.
 */
export function useSending({ contestId, problem, language, draft }: Sending) {
  const letter = problem.internalSymbolIndex;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id: ownId } = useMe();
  const sending = useSendSolution(
    ({ receipt }, { contestId, symbolIndex, languageId: _, idempotencyKey, ...program }) => {
      unanswered.taken(placeOf(ownId), idempotencyKey);
      showNotice(t('send.done', { id: receipt.id }));
      if (draft.removeSent(symbolIndex, program)) void navigate(`/contest/${contestId}/solutions/my`);
    },
  );

  function send() {
    if (!language || sending.isPending || draft.isEmpty || draft.isTooLarge) return;
    const body = { contestId, symbolIndex: letter, languageId: language.id, ...draft.program };
    rememberLanguage(problem.systemType, language.id);
    sending.mutate({ ...body, idempotencyKey: unanswered.keyFor(placeOf(ownId), body) });
  }
  const { isPending: isSending, failureReason } = sending;
  const isAgain = isSending && sending.failureCount > 0;
  /** Seconds after which a busy server is asked again. */
  const busySec = isAgain && isBusy(failureReason) ? failureReason.retryAfterSec : null;
  return { send, isSending, triesAgain: isAgain, busySec };
}
