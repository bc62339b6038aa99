/**
 * Starts what keeps the page and statements for times without a network, after the page is loaded, and tells it which files
 * were loaded without it. Browsers offer it on https and localhost only: elsewhere the page works as it does without.
 */
export function startServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const start = async () => {
    await serviceWorker.register('/sw.js');
    const { active } = await serviceWorker.ready;
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name));
  };
  const startQuietly = () =>
    void start().catch((error: unknown) =>
      console.info('Nothing is kept for times without a network', error),
    );
  if (document.readyState === 'complete') startQuietly();
  else addEventListener('load', startQuietly, { once: true });
}
