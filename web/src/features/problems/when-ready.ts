/**
 * Resolves when fonts are there and every picture beneath the element has come or failed, also those that would have
 * waited until somebody scrolls to them.
 */
export async function whenReady(root: HTMLElement): Promise<void> {
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

/** Prints what is on the screen once nothing of it is missing. */
export async function printWhenReady(root: HTMLElement): Promise<void> {
  await whenReady(root);
  window.print();
}
