/** Whether no control has the focus, so that the keyboard would begin at the top of the page. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

/** Until then a dialog gives the focus back to the button that opened it. */
const DIALOG_CLOSES_MS = 300;

/**
 * Goes on where no control has the focus once every dialog has had its time to give it back; one that takes longer to leave
 * is waited for. Returns what calls that off.
 */
export function whenFocusIsLost(goOn: () => void): () => void {
  const look = () => {
    if (isFocusLost()) goOn();
    else if (document.activeElement?.closest('[role="dialog"]')) timer = setTimeout(look, DIALOG_CLOSES_MS);
  };
  let timer = setTimeout(look, DIALOG_CLOSES_MS);
  return () => clearTimeout(timer);
}
