/**
 * Remembers the latest results of a pure function of a text, because at the start of a contest everybody reads the
 * same few statements within a minute.
 *
 * @param capacity number of results that are kept, the oldest going first
 */
export function remembered(compute: (text: string) => string, capacity = 300): (text: string) => string {
  const results = new Map<string, string>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= capacity) results.delete(results.keys().next().value ?? '');
    results.set(text, result);
    return result;
  };
}
