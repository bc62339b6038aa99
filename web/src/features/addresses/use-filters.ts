import { useSearch, withParameter } from '#shared/ui/behaviour/use-search.ts';

/** Filters that stand in the address, and a function that changes one of them; an empty value leaves the address. */
export function useFilters() {
  const [filters, changeSearch] = useSearch();
  const change = (name: string, value: string) => changeSearch(withParameter(name, value));
  return { filters, change };
}
