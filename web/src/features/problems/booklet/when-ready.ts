import { WAITING, WAITING_TEXT } from '#features/problems/statement/typesetter.ts';

/**
 * Resolves when formulas, fonts and every picture beneath the element have loaded or failed, including pictures that
 * would load only on scrolling.
 */
async function whenReady(root: HTMLElement): Promise<void> {
  await whenDrawn(root);
  await document.fonts.ready;
  await Promise.all([...root.querySelectorAll('img')].map(whenSettled));
}

/** Maximum time in ms to wait for formulas: what draws them may be lost on the way. */
const DRAWN_WITHIN_MS = 10_000;

async function whenDrawn(root: HTMLElement): Promise<void> {
  const endMs = performance.now() + DRAWN_WITHIN_MS;
  while (root.querySelector(`.${WAITING}, .${WAITING_TEXT}`) !== null && performance.now() < endMs)
    await new Promise(requestAnimationFrame);
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
