/** The contract's bound on `detail`. */
const DETAIL_MAX = 4000;

/** Null for nothing to tell. */
export function cutDetail(detail: string, max = DETAIL_MAX): string | null {
  if (detail === '') return null;
  return detail.length > max ? `${detail.slice(0, max - 1)}…` : detail;
}
