import type { GroupOfLink } from '@balloon/contracts/people/group-links.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type NewPerson, signUp } from '#features/account/account.data.ts';
import { Registration } from '#features/account/registration.ts';
import { enter } from '#shared/api/queries/session.ts';

interface Created {
  person: NewPerson;
  group: GroupOfLink;
}

/**
 * Creates an account in a group and signs in with it. `created` is set before the sign-in, which changes the
 * viewer of the screen, and also when the sign-in fails: then the person signs in by hand.
 */
export function useSignUp(groupKey: string) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<Created | null>(null);
  const [registration] = useState(() => new Registration());
  const mutation = useMutation({
    mutationFn: async ({ person, group }: Created) => {
      const hasEntered = await registration.attempt(person, {
        signUp: () => signUp(groupKey, person),
        enter: () => enter(queryClient, person),
      });
      setCreated({ person, group });
      if (!hasEntered) await enter(queryClient, person).catch(() => undefined);
    },
    meta: { ownError: true },
  });
  return { ...mutation, created };
}
