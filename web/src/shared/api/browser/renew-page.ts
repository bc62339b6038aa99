const KEY = 'renewed_at';

/** Time in ms within which the page is not loaded anew again: where that does not help, the person decides. */
const NOT_WITHIN_MS = 10 * 60_000;

/** Address of the screen that a part is missing on. */
let brokenPath: string | null = null;

let isTouched = false;

/** Begins to note whether anybody does anything in the page: the browser's own note of it outlives a load. */
export function noteTouches(): void {
  const note = () => {
    isTouched = true;
  };
  for (const event of ['pointerdown', 'keydown', 'input'])
    addEventListener(event, note, { once: true, capture: true });
}

/** Loads the page anew because a part of it is missing: at once if nobody has done anything in it yet, else at the next screen. */
export function renewPage(): void {
  if (isTouched) brokenPath ??= location.pathname;
  else reloadSeldom();
}

let say: (() => void) | undefined;

/** Has `whenMissing` called for every part that did not come to a page in which somebody does something. @returns the end of it */
export function onMissingPart(whenMissing: () => void): () => void {
  say = whenMissing;
  return () => {
    say = undefined;
  };
}

/** Says that a part did not come: a button that opens it does nothing meanwhile. */
export function sayMissingPart(): void {
  if (isTouched) say?.();
}

/** Does what `renewPage` has left to the next screen. @param path address of the present one */
export function renewIfDue(path: string): void {
  if (brokenPath !== null && brokenPath !== path) reloadSeldom();
}

/** Loads the page anew, unless that has been done lately. */
export function reloadSeldom(): void {
  if (wasRenewedLately()) return;
  location.reload();
}

function wasRenewedLately(): boolean {
  try {
    const before = Number(sessionStorage.getItem(KEY));
    const isLately = Date.now() - before < NOT_WITHIN_MS;
    if (!isLately) sessionStorage.setItem(KEY, String(Date.now()));
    return isLately;
  } catch {
    return true; // without a memory it could happen again and again
  }
}
