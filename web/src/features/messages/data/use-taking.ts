import { QUESTION_TAKEN_MS } from '@balloon/contracts/talk/message-limits.ts';
import { useEffect } from 'react';
import { takeQuestion } from '#features/messages/data/changes.data.ts';

/** Says to the other supervisors, while a component is shown, that this one answers a question. */
export function useTaking(contestId: number, questionId: number): void {
  useEffect(() => {
    const take = (isTaken: boolean) => void takeQuestion(contestId, questionId, isTaken).catch(ignore);
    take(true);
    const timer = setInterval(() => take(true), QUESTION_TAKEN_MS / 2);
    return () => {
      clearInterval(timer);
      take(false);
    };
  }, [contestId, questionId]);
}

/** Ignores a failure: a take only spares others a second answer, which the server takes anyway. */
const ignore = () => undefined;
