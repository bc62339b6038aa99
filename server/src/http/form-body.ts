import type { App } from '#http/routes.ts';

/** Lets the routes of one feature take HTML forms besides JSON; field names are those of the JSON. */
export function acceptForms(app: App) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(body.toString())),
  );
}
