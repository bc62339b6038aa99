import { useParams, useSearchParams } from 'react-router';
import type { ListAddress } from '#features/contest-list/contest-list.url.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';
import { useAddressChange } from '#shared/ui/behaviour/use-address-change.ts';

/** What the address chooses of a list of contests, and how to choose something else, which begins at the first page. */
export function useChoice({ readChoice, choicePath }: ListAddress) {
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const choice = readChoice(pageNumber, search);
  const change = useAddressChange(choice, choicePath);
  return { choice, change: (changed: Partial<ContestListChoice>) => change({ page: 1, ...changed }) };
}
