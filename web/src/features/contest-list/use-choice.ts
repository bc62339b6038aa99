import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { ListAddress } from '#features/contest-list/contest-list.url.ts';
import type { ContestListChoice } from '#features/contests/contests.data.ts';

/** What the address chooses of a list of contests, and how to choose something else, which begins at the first page. */
export function useChoice({ readChoice, choicePath }: ListAddress) {
  const { pageNumber } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const choice = readChoice(pageNumber, search);
  const change = (changed: Partial<ContestListChoice>) =>
    void navigate(choicePath({ ...choice, page: 1, ...changed }), { replace: true });
  return { choice, change };
}
