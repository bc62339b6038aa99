import { renewPage, sayMissingPart } from '#shared/api/browser/renew-page.ts';

/** Pause in ms between two looks at whether the server answers again; people of a hall do not come at one moment. */
const LOOK_AGAIN_MS = 3_000;
const LOOK_LATER_MS = 4_000;
/** How often the pause doubles for a part that does not come although the server is there. */
const MOST_DOUBLED = 4;

/** What browsers and the bundler say of a file of the page that did not come. */
const FAILED_IMPORT = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Whether a part of the page did not come, rather than that it came and broke. */
export const isFailedImport = (error: unknown): error is Error =>
  error instanceof Error && FAILED_IMPORT.test(error.message);

/**
 * Loads a part of the page, as often as it takes: the network may come back. Until then the screen stays as it is without it.
 *
 * Chromium keeps a failure for as long as the page is open, as the standard of HTML says. There nothing but a new load of the
 * page helps, which is done when nobody loses anything.
 */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      if (!isFailedImport(error)) throw error;
      // The server was reached since the failure before.
      if (failures > 0) renewPage();
      else console.warn('A part of the page did not load', error);
      sayMissingPart();
      await whenReached({ pauses: 2 ** Math.min(failures, MOST_DOUBLED) });
      askForStyleAgain(error);
    }
  }
}

/** Asks again for the style that did not come with a part: the bundler asks for each once. */
function askForStyleAgain({ message }: Error): void {
  const [, file] = /unable to preload css for (\S+)/i.exec(message) ?? [];
  if (file === undefined) return;
  const link = document.querySelector(`link[rel=stylesheet][href="${file}"]`);
  link?.replaceWith(link.cloneNode());
}

/**
 * Resolves when the server answers, after a pause at the earliest; never when given up.
 *
 * @param options.pauses how many times as long each pause is
 */
export async function whenReached({
  givenUp,
  pauses = 1,
}: {
  givenUp?: AbortSignal;
  pauses?: number;
} = {}): Promise<void> {
  for (;;) {
    const pauseMs = pauses * (LOOK_AGAIN_MS + Math.random() * LOOK_LATER_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (givenUp?.aborted) return new Promise(() => {});
    const answer = await fetch('/api/health').catch(() => null);
    if (isOfServer(answer) && !givenUp?.aborted) return;
  }
}

/** Whether an answer is the server's, and not the page of a network that asks people to sign in. */
const isOfServer = (answer: Response | null): boolean =>
  answer?.ok === true && answer.headers.get('content-type')?.includes('json') === true;
