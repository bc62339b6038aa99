import { useQuery } from '@tanstack/react-query';
import { inboxQuery } from '#features/messages/data/messages.data.ts';
import { useMe } from '#shared/api/queries/session.ts';

/**
 * Whether the person announces and answers in a contest. The server decides: a moderator who was let into a contest of other
 * groups is a participant of it, and what they send there is a question.
 */
export function useSupervising(contestId: number): boolean {
  const { isSupervisor } = useMe();
  const { data } = useQuery({ ...inboxQuery(contestId), enabled: isSupervisor });
  return isSupervisor && data?.openQuestionsNumber !== null;
}
