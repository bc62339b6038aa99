import type { QueryClient } from '@tanstack/react-query';

/** Changes loaded data; an answer under way may be older than the change, so it is requested again. */
export function changeLoaded(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  change: () => void,
): void {
  change();
  if (queryClient.isFetching({ queryKey, exact: true }) > 0)
    void queryClient.invalidateQueries({ queryKey, exact: true });
}
