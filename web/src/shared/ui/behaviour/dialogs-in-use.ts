import i18next from 'i18next';

const DIALOG = '[role="dialog"]';
const LAYER = '.mantine-Modal-root, .mantine-Drawer-root';
const CLOSE_BUTTON = '.mantine-Modal-close, .mantine-Drawer-close';
/** What Escape closes, small menus beside a button too. */
const FLOATING = `[role="menu"], ${DIALOG}`;
/** Attribute of what closes by Escape before the dialog around it, in the words of the library. */
const CLOSES_ITSELF = 'data-mantine-stop-propagation';
/** A search finds the same again, so it is not worth keeping. */
const SEARCH = '[role="combobox"], [type="search"]';
/** Fields for more than a number or a password; what messages contain is kept as a draft. */
const TEXT_FIELD =
  'textarea, [contenteditable="true"], input:is([type="text"], [type="email"], [type="url"], :not([type]))';
const NO_TEXT = '[inputmode="numeric"], [inputmode="decimal"], [data-draft]';

/** What each text field of a dialog had in it when somebody came to it. */
const texts = new WeakMap<Element, string>();
/** Dialog whose text somebody has just said may go. */
let given: Element | null = null;
let isAsking = false;

/**
 * Keeps what somebody typed in a dialog from being lost by a slip. A press beside a dialog in which somebody did something
 * does nothing; Escape and the button in its corner ask first where text was typed. The dialog's own buttons act as ever, and
 * so does everything in a dialog in which nobody did anything. Escape closes one thing at a time, the one on top.
 */
export function keepDialogsInUse(): void {
  for (const type of ['input', 'click', 'drop']) {
    document.addEventListener(type, markInUse, { capture: true });
  }
  document.addEventListener('focusin', noteText, { capture: true });
  document.addEventListener('click', dropPressBeside, { capture: true });
  // Before the dialogs, which listen at the window, too.
  window.addEventListener('click', askBeforeClosing, { capture: true });
  window.addEventListener('keydown', closeTopByEscape, { capture: true });
}

function markInUse({ target, type }: Event): void {
  if (!(target instanceof Element) || target.closest(SEARCH)) return;
  if (type === 'click' && !target.closest('form')) return;
  target.closest<HTMLElement>(DIALOG)?.setAttribute('data-in-use', '');
}

function dropPressBeside(event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest(DIALOG)) return;
  if (event.target.closest(LAYER)?.querySelector('[data-in-use]')) event.stopPropagation();
}

const textOf = (field: Element): string =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value
    : (field.textContent ?? '')
  ).trim();

function noteText({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest(DIALOG)) return;
  if (target.matches(TEXT_FIELD) && !texts.has(target)) texts.set(target, textOf(target));
}

/** Whether a dialog has text in it that somebody typed. */
function hasTyped(dialog: Element): boolean {
  const fields = [...dialog.querySelectorAll(TEXT_FIELD)];
  return fields.some((field) => {
    const before = texts.get(field);
    const text = textOf(field);
    const isText = !field.matches(`${SEARCH}, ${NO_TEXT}`) && field.closest('[data-draft]') === null;
    return isText && before !== undefined && text !== '' && text !== before;
  });
}

function askBeforeClosing(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>(CLOSE_BUTTON);
  if (button) ask(event, button.closest(DIALOG));
}

/** Presses the button in the corner of the dialog on top, which may ask. All dialogs of the library would hear the key. */
function closeTopByEscape(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Escape' || event.isComposing || !(target instanceof Element)) return;
  // An open list of choices closes first.
  if (target.getAttribute(CLOSES_ITSELF) === 'true') return;
  // Its overlay covers the window. Its place in the document says nothing: questions come first there.
  const top = document.elementFromPoint(1, 1)?.closest(LAYER)?.querySelector(DIALOG);
  const button = top?.querySelector<HTMLElement>(CLOSE_BUTTON);
  const inner = target.closest(FLOATING);
  if (!button) return;
  if (inner && inner !== top && !inner.querySelector(CLOSE_BUTTON)) {
    // Says to the library's dialogs that the key is for a menu above them.
    target.setAttribute(CLOSES_ITSELF, 'true');
    setTimeout(() => target.removeAttribute(CLOSES_ITSELF));
  } else {
    holdBack(event);
    button.click();
  }
}

function holdBack(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Holds an event back that would close a dialog with text in it, and closes the dialog when its reader says so. */
function ask(event: Event, dialog: Element | null): void {
  if (dialog === null || dialog === given || !hasTyped(dialog)) return;
  holdBack(event);
  if (!isAsking) void closeIfWanted(dialog);
}

async function closeIfWanted(dialog: Element): Promise<void> {
  isAsking = true;
  try {
    if (!(await isTextUnwanted())) return;
  } finally {
    isAsking = false;
  }
  given = dialog;
  dialog.querySelector<HTMLElement>(CLOSE_BUTTON)?.click();
  given = null;
}

async function isTextUnwanted(): Promise<boolean> {
  // Loaded by then: dialogs and questions come in the same part of the page.
  const { confirm } = await import('#shared/ui/dialogs/confirm.tsx');
  return confirm({
    title: i18next.t('dialogs.loseTitle'),
    text: i18next.t('leave.text'),
    yes: i18next.t('dialogs.loseYes'),
    no: i18next.t('dialogs.loseNo'),
    isDestructive: true,
  });
}
