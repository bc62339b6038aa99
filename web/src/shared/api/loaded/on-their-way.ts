import { type MutationKey, useMutationState } from '@tanstack/react-query';

/**
 * Inputs of the changes of a key that are not answered yet, also of those begun by a screen that was left since. There may
 * be several: nobody has to wait for one before the next.
 */
export const useOnTheirWay = <Input>(mutationKey: MutationKey): readonly Input[] =>
  useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => state.variables as Input,
  });
