import { isTestMode } from '#shared/api/browser/test-mode.ts';

/**
 * Data kept in the browser. In test mode (`?test=1`) every key but the language gets the prefix `t_`, so that
 * a trial on a person's own machine leaves their drafts and choices alone.
 */
const TEST_PREFIX = 't_';

export function storageKey(key: string): string {
  return isTestMode() ? TEST_PREFIX + key : key;
}

/** Returns the stored JSON value, or the fallback when it is absent, broken, or storage is forbidden. */
export function readStored<T>(key: string, fallback: T): T {
  const text = readStoredText(storageKey(key));
  if (text === null) return fallback;
  try {
    return JSON.parse(text) as T;
  } catch {
    return fallback; // written by hand or by an older version: treated as absent
  }
}

export function writeStored(key: string, value: unknown): void {
  writeStoredText(storageKey(key), JSON.stringify(value));
}

export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage forbidden by the browser: nothing is stored
  }
}

export function writeStoredText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Full or forbidden: the choice lasts only until the page closes.
  }
}
