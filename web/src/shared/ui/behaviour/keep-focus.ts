import { isFocusLost, whenFocusIsLost } from '#shared/ui/behaviour/is-focus-lost.ts';

/** Controls that lost the focus by being switched off. */
const waiting = new Set<HTMLElement>();
let focused: EventTarget | null = null;

/**
 * Gives the focus back to a button that was switched off while it worked. Browsers take the focus from a disabled control and
 * give it to nothing: the keyboard would begin at the top of the page. The button of a menu gets it after a dialog that an
 * entry opened, since the entry has gone with the menu.
 *
 * @returns ends that
 */
export function keepFocus(): () => void {
  document.addEventListener('focusin', noteFocus);
  document.addEventListener('pointerdown', forgetWaiting, { capture: true });
  document.addEventListener('click', noteMenu, { capture: true });
  const watch = new MutationObserver(onSwitched);
  watch.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    watch.disconnect();
    document.removeEventListener('click', noteMenu, { capture: true });
    document.removeEventListener('pointerdown', forgetWaiting, { capture: true });
    document.removeEventListener('focusin', noteFocus);
  };
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
  if (button !== null) whenFocusIsLost(() => button.focus({ preventScroll: true }));
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
