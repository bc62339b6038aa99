/** Time since the start as `1:02:03`, with a minus before it; both in milliseconds. */
export function formatContestTime(sinceStartMs: number): string {
  const seconds = Math.floor(Math.abs(sinceStartMs) / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = sinceStartMs < 0 ? '−' : '';
  return `${sign}${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
