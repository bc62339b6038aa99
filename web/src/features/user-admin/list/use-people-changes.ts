import { useQueryClient } from '@tanstack/react-query';
import { usePeopleRoom, useSocketEvent } from '#shared/api/live/socket.ts';

/** Reads lists and open people again when other supervisors change them. Forms keep what is filled in, and their version. */
export function usePeopleChanges(): void {
  const queryClient = useQueryClient();
  usePeopleRoom();
  useSocketEvent('people changed', ({ userIds }) => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [area, part, id] }) =>
        area === 'people' &&
        (part === 'list' || (OF_ONE.has(`${part}`) && (userIds?.includes(Number(id)) ?? true))),
    });
  });
}

/** Queries about one person, whose id is the third part of the key. */
const OF_ONE = new Set(['person', 'sessions']);
