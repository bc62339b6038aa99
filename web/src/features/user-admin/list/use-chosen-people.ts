import type { AdminUser } from '@balloon/contracts/people/user-admin.ts';
import { useState } from 'react';

/** People chosen in the list; they stay chosen on other pages and after another search. */
export function useChosenPeople() {
  const [chosen, setChosen] = useState<ReadonlyMap<number, AdminUser>>(new Map());
  return {
    people: [...chosen.values()],
    has: (id: number) => chosen.has(id),
    choose: (people: readonly AdminUser[], isChosen: boolean) =>
      setChosen((known) => {
        const changed = new Map(known);
        for (const person of people) {
          if (isChosen) changed.set(person.id, person);
          else changed.delete(person.id);
        }
        return changed;
      }),
    clear: () => setChosen(new Map()),
  };
}
export type ChosenPeople = ReturnType<typeof useChosenPeople>;
