const SCHEME = 'data-mantine-color-scheme';

/** Paper is white, whatever the screen is. Call once. */
export function printOnWhite(): void {
  const root = document.documentElement;
  let onScreen: string | null = null;
  window.addEventListener('beforeprint', () => {
    onScreen = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  window.addEventListener('afterprint', () => {
    if (onScreen !== null) root.setAttribute(SCHEME, onScreen);
  });
}
