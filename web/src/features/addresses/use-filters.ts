import { useSearchParams } from 'react-router';

/** Filters that stand in the address, and a function that changes one of them; an empty value leaves the address. */
export function useFilters() {
  const [filters, setFilters] = useSearchParams();
  function change(name: string, value: string): void {
    setFilters(
      (known) => {
        if (value === '') known.delete(name);
        else known.set(name, value);
        return known;
      },
      { replace: true },
    );
  }
  return { filters, change };
}
