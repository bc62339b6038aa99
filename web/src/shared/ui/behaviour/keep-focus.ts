import { isFocusLost } from '#shared/ui/behaviour/is-focus-lost.ts';

/** Controls that lost the focus by being switched off. */
const waiting = new Set<HTMLElement>();
let isKept = false;
let focused: EventTarget | null = null;
/** Next look at what an entry of a menu has opened. */
let following: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives the focus back to a button that was switched off while it worked. Browsers take the focus from a disabled control and
 * give it to nothing: the keyboard would begin at the top of the page. The button of a menu gets it after a dialog that an
 * entry opened, since the entry has gone with the menu. To be called as soon as there is a menu or a dialog; a second
 * call does nothing.
 */
export function keepFocus(): void {
  if (isKept) return;
  isKept = true;
  document.addEventListener('focusin', noteFocus);
  document.addEventListener('pointerdown', forgetWaiting, { capture: true });
  document.addEventListener('click', noteMenu, { capture: true });
  new MutationObserver(onSwitched).observe(document.body, {
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

function noteFocus({ target }: FocusEvent): void {
  focused = target;
}

/** Whoever presses elsewhere goes on from there. */
function forgetWaiting(): void {
  waiting.clear();
}

function noteMenu({ target }: MouseEvent): void {
  const menu = target instanceof Element ? target.closest('[role="menu"]') : null;
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  if (button !== null) followMenu(button);
}

/** Menus and what their entries open. */
const LAYER = '[role="menu"], [role="dialog"]';
/** Time in ms between two looks: until then a dialog gives the focus back by itself. */
const FOLLOW_EVERY_MS = 300;

/**
 * Waits until neither a menu nor a dialog lies above the button, unless somebody goes on elsewhere. On a slow machine the
 * menu may still be there at the first looks, or a dialog that has not taken the focus yet; it would give it back to the
 * entry.
 */
function followMenu(button: HTMLElement): void {
  clearTimeout(following);
  following = setTimeout(() => {
    const { activeElement } = document;
    if (!isFocusLost() && activeElement !== button && !activeElement?.closest(LAYER)) return;
    if (isBelowLayer(button)) followMenu(button);
    else if (isFocusLost()) button.focus({ preventScroll: true });
  }, FOLLOW_EVERY_MS);
}

/** Whether a menu or a dialog is there besides those that the button itself stands in. */
function isBelowLayer(button: HTMLElement): boolean {
  return [...document.querySelectorAll(LAYER)].some((layer) => !layer.contains(button));
}

function onSwitched(changes: readonly MutationRecord[]): void {
  for (const { target } of changes) {
    if (!(target instanceof HTMLButtonElement)) continue;
    if (!target.disabled) giveBack(target);
    else if (target === focused) waiting.add(target);
  }
}

/** Time in ms between two looks at a dialog that is leaving, and their number. */
const LOOK_EVERY_MS = 100;
const LOOKS = 10;

/** The question that a button asked may still be leaving with the focus in it. */
function giveBack(button: HTMLButtonElement, looks = LOOKS): void {
  if (!waiting.has(button) || button.disabled) return;
  const isLost = isFocusLost();
  if (!isLost && looks > 0) {
    setTimeout(giveBack, LOOK_EVERY_MS, button, looks - 1);
    return;
  }
  waiting.delete(button);
  if (isLost) button.focus({ preventScroll: true });
}
