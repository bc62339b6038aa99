import type { InferDataFromTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

type Loaded<Key extends QueryKey> = InferDataFromTag<unknown, Key> | undefined;

/**
 * Lays the answer of a change, or an event, over loaded data. An answer under way may be older, as that of a screen which
 * asks every few seconds: it is called off and requested again, so that it does not bring the former state back.
 */
export function changeLoaded<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  change: Updater<Loaded<Key>, Loaded<Key>>,
): void {
  queryClient.setQueryData(queryKey, change as never);
  if (queryClient.isFetching({ queryKey, exact: true }) > 0)
    void queryClient.invalidateQueries({ queryKey, exact: true });
}
