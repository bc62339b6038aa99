import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Returns the parameters that are to stand in the address; those before stay as they are. */
type SearchChange = (search: URLSearchParams) => URLSearchParams;

/**
 * The search parameters of the address, and their setter, which replaces the entry of the history. A change joins those that are
 * still on their way into the address: the router itself gives each the parameters that were drawn last.
 */
export function useSearch(options: { preventScrollReset?: boolean } = {}) {
  const [search, setSearch] = useSearchParams();
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  function change(of: SearchChange): void {
    latest.current = of(latest.current);
    setSearch(latest.current, { replace: true, ...options });
  }
  return [search, change] as const;
}

/** The change that sets a parameter; an empty value leaves the address. */
export const withParameter =
  (name: string, value: string): SearchChange =>
  (search) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    return next;
  };
