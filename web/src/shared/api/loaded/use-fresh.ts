import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The first answer that has come since the component is there, with which a form begins: an older one would take back what
 * somebody else has written. A question that is refused later takes it away no more.
 */
export function useFresh<Data>({
  data,
  error,
  isFetchedAfterMount,
}: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetchedAfterMount'>): Data | undefined {
  const [first, setFirst] = useState<{ data: Data }>();
  const isFresh = data !== undefined && error === null && isFetchedAfterMount;
  if (first === undefined && isFresh) setFirst({ data });
  return first?.data;
}
