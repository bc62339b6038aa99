/** Largest length of `detail` in the contract, in characters. */
const DETAIL_MAX = 4000;

/** Shortens a detail for a result; null for an empty one. */
export function cutDetail(detail: string, max = DETAIL_MAX): string | null {
  if (detail === '') return null;
  return detail.length > max ? `${detail.slice(0, max - 1)}…` : detail;
}
