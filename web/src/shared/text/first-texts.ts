import { pauseBeforeRetry } from '#shared/api/calls/sure-sending.ts';

/** Number of the failure after which the person is told, some seconds after the page was opened. */
const TOLD_AFTER = 3;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Reads the texts of the interface, as often as it takes: without them the page has nothing to say.
 *
 * @param onTrouble called once, when it takes long
 */
export async function readFirstTexts<Texts>(
  read: () => Promise<Texts>,
  onTrouble: () => void,
): Promise<Texts> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await read();
    } catch (error) {
      console.warn('The texts of the page did not load', error);
      if (failures === TOLD_AFTER) onTrouble();
      const pauseMs = pauseBeforeRetry(failures, error, LONGEST_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Shows what `index.html` has to say beside the start icon, in both languages, since the texts of neither are there. */
export function showStartTrouble(root: HTMLElement): void {
  const trouble = root.querySelector<HTMLElement>('[hidden]');
  if (trouble === null) return;
  trouble.hidden = false;
  trouble.querySelector('button')?.addEventListener('click', () => location.reload());
}
