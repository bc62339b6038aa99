const KEY = 'reloaded_for';

/**
 * Loads the page anew when the server has another build than the one that runs, whose files it may have no more. Once per
 * build: where something between here and the server keeps old answers, the person decides.
 */
export async function reloadForNewBuild(): Promise<void> {
  const build = await newBuild();
  if (build === null || isKnown(build)) return;
  location.reload();
}

/** Returns the name of the first script of the server's build, or null if it is the one that runs. */
async function newBuild(): Promise<string | null> {
  const entry = /<script type="module"[^>]* src="([^"]+)"/;
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return null;
  const present = entry.exec(await answer.text())?.[1] ?? null;
  const running = document.querySelector('script[type=module]')?.getAttribute('src');
  return present === running ? null : present;
}

function isKnown(build: string): boolean {
  try {
    const known = sessionStorage.getItem(KEY);
    sessionStorage.setItem(KEY, build);
    return known === build;
  } catch {
    return true; // without a memory it could happen again and again
  }
}
