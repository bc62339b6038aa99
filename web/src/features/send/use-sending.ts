import type { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { rememberLanguage } from '#features/send/drafts.ts';
import { useSendSolution } from '#features/send/send.data.ts';
import type { Draft } from '#features/send/use-draft.ts';
import { isBusy, newIdempotencyKey } from '#shared/api/sure-sending.ts';
import { showNotice } from '#shared/ui/toasts/toasts.ts';

export interface Sending {
  contestId: number;
  problem: ListedContestProblem;
  language: Language | undefined;
  draft: Draft;
}

/**
 * Sends once per press, stores the language for the problem's system, then shows the person's submissions.
 */
export function useSending({ contestId, problem, language, draft }: Sending) {
  const letter = problem.internalSymbolIndex;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const sending = useSendSolution();
  const key = useRef({ text: '', key: '' });

  function send() {
    if (!language || sending.isPending || draft.isEmpty || draft.isTooLarge) return;
    const body = { contestId, symbolIndex: letter, languageId: language.id, ...draft.program };
    // Pressing again after a failure repeats the same sending; a changed text is another one.
    const sameSending = JSON.stringify(body);
    if (key.current.text !== sameSending) key.current = { text: sameSending, key: newIdempotencyKey() };
    sending.mutate(
      { ...body, idempotencyKey: key.current.key },
      {
        onSuccess: ({ receipt }) => {
          rememberLanguage(problem.systemType, language.id);
          draft.clear();
          showNotice(t('send.done', { id: receipt.id }));
          void navigate(`/contest/${contestId}/solutions/my`);
        },
      },
    );
  }
  const { isPending: isSending, failureReason } = sending;
  const isAgain = isSending && sending.failureCount > 0;
  /** Seconds after which a busy server is asked again. */
  const busySec = isAgain && isBusy(failureReason) ? failureReason.retryAfterSec : null;
  return { send, isSending, triesAgain: isAgain, busySec };
}
