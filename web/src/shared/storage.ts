/**
 * What the browser remembers. In test mode (`?test=1`) every key but the language gets the prefix
 * `t_`, so that a trial on a person's own machine leaves their drafts and choices alone.
 */
const TEST_PREFIX = 't_';

export function storageKey(key: string, search: string = location.search): string {
  return new URLSearchParams(search).get('test') === '1' ? TEST_PREFIX + key : key;
}

/** The stored JSON value, or the fallback when there is none, it is broken, or storage is closed to us. */
export function readStored<T>(key: string, fallback: T): T {
  const text = readStoredText(storageKey(key));
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback; // written by hand or by an older version: as good as absent
  }
}

export function writeStored(key: string, value: unknown): void {
  writeStoredText(storageKey(key), JSON.stringify(value));
}

export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage forbidden by the browser: nothing was remembered
  }
}

export function writeStoredText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the choice holds until the page closes, which is the best we can do.
  }
}
