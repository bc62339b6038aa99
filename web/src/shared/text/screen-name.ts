let said = '';
let line: HTMLElement | null = null;

/**
 * Has screen readers say the name of a screen that came in place of another: of themselves they do so for a document that was
 * loaded, which the first screen is.
 */
export function sayScreenName(name: string): void {
  if (name === said) return;
  said = name;
  if (line === null) line = makeLine();
  else line.textContent = name;
}

/** The line lies outside of the screen, which may be covered, and in a tree of its own, where nobody looks for texts. */
function makeLine(): HTMLElement {
  const host = document.createElement('div');
  host.className = 'visually-hidden';
  host.style.position = 'fixed'; // makes no page higher
  const made = document.createElement('p');
  made.ariaLive = 'polite';
  host.attachShadow({ mode: 'closed' }).append(made);
  document.body.append(host);
  return made;
}
