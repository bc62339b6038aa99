const DIALOG = '[role="dialog"]';
const LAYER = '.mantine-Modal-root, .mantine-Drawer-root';

/**
 * Keeps a dialog open when somebody presses beside it after having typed or chosen in it: such a press is often a slip, and
 * the dialog would take their text with it. Its buttons and Escape close it as ever, and so does a press beside a dialog
 * in which nobody did anything.
 */
export function keepDialogsInUse(): void {
  for (const type of ['input', 'click', 'drop']) {
    document.addEventListener(type, markInUse, { capture: true });
  }
  document.addEventListener('click', dropPressBeside, { capture: true });
}

/** A search finds the same again, so it is not worth keeping. */
function markInUse({ target, type }: Event): void {
  if (!(target instanceof Element) || target.closest('[role="combobox"], [type="search"]')) return;
  if (type === 'click' && !target.closest('form')) return;
  target.closest<HTMLElement>(DIALOG)?.setAttribute('data-in-use', '');
}

function dropPressBeside(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest(DIALOG)) return;
  if (event.target.closest(LAYER)?.querySelector('[data-in-use]')) event.stopPropagation();
}
