import type { FastifyInstance, FastifyRequest } from 'fastify';
import { explained } from '#http/upload.ts';

/**
 * Takes HTML forms besides JSON for every call, as older clients send them: field names are those of the JSON. Calls
 * that take a file declare no body and read the multipart request themselves.
 */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(body.toString())),
  );
  app.addHook('preValidation', (request, _reply, done) => {
    const declaresBody = request.routeOptions.schema?.body !== undefined;
    if (!declaresBody || !request.isMultipart()) return done();
    void fieldsOf(request).then((fields) => {
      request.body = fields;
      done();
    }, done);
  });
}

/** Fields of a multipart form; files among them are read to their end and dropped. */
async function fieldsOf(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: [string, unknown][] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, part.value]);
      else part.file.resume();
    }
  } catch (error) {
    throw explained(error);
  }
  return Object.fromEntries(fields);
}
