/**
 * Test mode of this tab: `test=1` in an address begins it, `test=0` ends it, and any other address keeps it as it is.
 * The person's own data in the browser stays apart meanwhile, see `storage.ts`.
 */
const KEY = 'test_mode';

let isOn = false;

/**
 * Reads the address with which the page was opened; call once, before anything stored is read.
 *
 * @param openTab returns the tab's storage, and may throw where the browser forbids it
 */
export function startTestMode(search: string, openTab: () => Pick<Storage, 'getItem' | 'setItem'>): void {
  isOn = testModeAfter(search, false);
  try {
    const tab = openTab();
    isOn = testModeAfter(search, tab.getItem(KEY) === '1');
    tab.setItem(KEY, isOn ? '1' : '0');
  } catch {
    // The mode lasts until the page is reloaded, since it cannot be stored.
  }
}

/** @param wasOn whether test mode was on before this address was opened in the tab */
export function testModeAfter(search: string, wasOn: boolean): boolean {
  const wanted = new URLSearchParams(search).get('test');
  return wanted === '1' || (wanted !== '0' && wasOn);
}

export const isTestMode = (): boolean => isOn;
