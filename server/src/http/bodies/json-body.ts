import type { App } from '#http/routes.ts';

/**
 * Reads JSON. An empty body of type JSON counts as none: older clients send it with every call without data,
 * such as joining and signing out.
 */
export function acceptJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error'); // what poisons prototypes is refused
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
