import type { QueryClient } from '@tanstack/react-query';
import { isLeftByAuthor, meQuery } from '#shared/api/queries/session.ts';

/** Persons who have begun what is tried for long, by what is sent. */
const senders = new WeakMap<object, number | undefined>();

/**
 * Sends in the name of the person who began it. Tries go on after they have left the screen, and would go out in the name of
 * whoever has signed in since.
 *
 * @param input the same object for every try
 * @throws {DOMException} AbortError when the person is no longer signed in
 */
export async function sendAsAuthor<Input extends object, Result>(
  queryClient: QueryClient,
  input: Input,
  send: (input: Input) => Promise<Result>,
): Promise<Result> {
  const present = queryClient.getQueryData(meQuery.queryKey)?.id;
  if (!senders.has(input)) senders.set(input, present);
  if (isLeftByAuthor() || senders.get(input) !== present)
    throw new DOMException('The author has signed out', 'AbortError');
  return send(input);
}
