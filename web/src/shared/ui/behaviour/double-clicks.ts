/**
 * Drops the second click of a double click on a button with a text. The first one has done it: a second request would be
 * refused as if another person had changed the same, or would confirm a question that has only just appeared.
 */
export function dropDoubleClicks(): void {
  document.addEventListener('click', dropSecond, { capture: true });
}

function dropSecond(event: MouseEvent): void {
  const isButton = event.target instanceof Element && event.target.closest('.mantine-Button-root') !== null;
  // The browser counts clicks at one place; the keyboard's have no number.
  if (event.detail < 2 || !isButton) return;
  event.preventDefault();
  event.stopPropagation();
}
