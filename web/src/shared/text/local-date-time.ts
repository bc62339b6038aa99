/** An instant as the value of a `datetime-local` field, in the zone of the viewer. */
export function localDateTime(atMs: number): string {
  const local = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
