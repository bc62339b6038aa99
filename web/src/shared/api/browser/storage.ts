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

/** @returns whether it is stored */
export function writeStored(key: string, value: unknown): boolean {
  return writeStoredText(storageKey(key), JSON.stringify(value));
}

/** Removes what is stored under the keys that a rule names. */
export function removeStored(isMeant: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (isMeant(key)) localStorage.removeItem(key);
  } catch {
    // Forbidden: nothing is stored.
  }
}

export function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage forbidden by the browser: nothing is stored
  }
}

/** @returns whether it is stored; full or forbidden, it lasts only until the page closes */
export function writeStoredText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
