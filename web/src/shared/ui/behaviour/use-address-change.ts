import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { createNewestChoice } from '#shared/ui/behaviour/newest-choice.ts';

/**
 * Changes parts of a choice that stands in the address, in place of the present entry of the history unless told otherwise. A
 * change joins those that are still on their way there: on a slow page the choice that is drawn is an older one.
 *
 * @param pathOf address of a choice
 * @returns takes the changed parts, or makes them of the newest choice where parts have parts of their own
 */
export function useAddressChange<Choice extends object>(choice: Choice, pathOf: (choice: Choice) => string) {
  const navigate = useNavigate();
  const path = pathOf(choice);
  const [newest] = useState(() => createNewestChoice(path, choice));
  useEffect(() => newest.isDrawn(path, choice), [newest, path, choice]);
  return (change: Partial<Choice> | ((newest: Choice) => Partial<Choice>), replace = true): void => {
    const parts = typeof change === 'function' ? change(newest.choice) : change;
    void navigate(newest.change(parts, pathOf), { replace });
  };
}
