import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/**
 * Changes parts of a choice that stands in the address, in place of the present entry of the history. A change joins those that
 * are still on their way there: on a slow page the choice that is drawn is an older one.
 *
 * @param pathOf address of a choice
 */
export function useAddressChange<Choice extends object>(choice: Choice, pathOf: (choice: Choice) => string) {
  const navigate = useNavigate();
  const path = pathOf(choice);
  const latest = useRef({ path, choice });
  useEffect(() => {
    if (latest.current.path !== path) latest.current = { path, choice };
  }, [path, choice]);
  return (changed: Partial<Choice>): void => {
    const next = { ...latest.current.choice, ...changed };
    latest.current = { path: latest.current.path, choice: next };
    void navigate(pathOf(next), { replace: true });
  };
}
