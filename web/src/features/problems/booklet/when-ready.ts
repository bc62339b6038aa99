/**
 * Resolves when fonts and every picture beneath the element have loaded or failed, including pictures that
 * would load only on scrolling.
 */
async function whenReady(root: HTMLElement): Promise<void> {
  await document.fonts.ready;
  await Promise.all([...root.querySelectorAll('img')].map(whenSettled));
}

function whenSettled(picture: HTMLImageElement): Promise<unknown> {
  picture.loading = 'eager';
  if (picture.complete) return Promise.resolve();
  return new Promise((resolve) => {
    picture.addEventListener('load', resolve, { once: true });
    picture.addEventListener('error', resolve, { once: true });
  });
}

/** Prints the screen once all its fonts and pictures are loaded. */
export async function printWhenReady(root: HTMLElement): Promise<void> {
  await whenReady(root);
  window.print();
}
