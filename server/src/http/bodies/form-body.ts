import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { explained } from '#http/bodies/upload.ts';

type Fields = readonly (readonly [name: string, text: string])[];

/**
 * Takes HTML forms besides JSON for every call, as older clients send them: field names are those of the JSON, and
 * `typedFields` tells how lists and flags are written. Calls that take a file declare no body and read the multipart
 * request themselves.
 */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => new URLSearchParams(body.toString()),
  );
  app.addHook('preValidation', (request, _reply, done) => {
    const schema = request.routeOptions.schema?.body;
    if (request.body instanceof URLSearchParams) request.body = typedFields([...request.body], schema);
    if (schema === undefined || !request.isMultipart()) return done();
    void fieldsOf(request).then((fields) => {
      request.body = typedFields(fields, schema);
      done();
    }, done);
  });
}

/** Fields of a multipart form; files among them are read to their end and dropped. */
async function fieldsOf(request: FastifyRequest): Promise<Fields> {
  const fields: [string, string][] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
      else part.file.resume();
    }
  } catch (error) {
    throw explained(error);
  }
  return fields;
}

/**
 * Body of which the fields are what the call expects, since a form has texts only: `3,7` or a repeated field for a list,
 * `true` and `false`, numbers, and JSON for an object. What cannot be read so stays a text, which the call refuses.
 */
export function typedFields(fields: Fields, schema: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = Object.fromEntries(fields);
  const issues = schema instanceof z.ZodType ? (schema.safeParse(body).error?.issues ?? []) : [];
  for (const issue of issues) {
    const [name, ...inner] = issue.path;
    if (typeof name !== 'string' || inner.length > 0 || !Object.hasOwn(body, name)) continue;
    const texts = fields.filter(([field]) => field === name).map(([, text]) => text);
    const read = expectedIn(issue).map((type) => READERS[type]?.(texts));
    body[name] = read.find((value) => value !== undefined) ?? body[name];
  }
  return body;
}

/** Types that an issue of Zod expects in place of a text; those of a union stand in its branches. */
function expectedIn(issue: object): string[] {
  const { expected, errors } = issue as { expected?: unknown; errors?: object[][] };
  if (errors) return errors.flat().flatMap(expectedIn);
  return typeof expected === 'string' ? [expected] : [];
}

const READERS: Readonly<Record<string, (texts: readonly string[]) => unknown>> = {
  array: (texts) =>
    texts
      .join(',')
      .split(',')
      .map((text) => text.trim())
      .filter((text) => text !== ''),
  boolean: (texts) => FLAGS.get(texts.at(-1) ?? ''),
  number: (texts) => {
    const text = texts.at(-1)?.trim();
    const value = Number(text);
    return text && Number.isFinite(value) ? value : undefined;
  },
  object: (texts) => {
    try {
      const value: unknown = JSON.parse(texts.at(-1) ?? '', withoutPrototypes);
      return typeof value === 'object' && value !== null ? value : undefined;
    } catch {
      return undefined; // a text that is no JSON
    }
  },
};

/** Leaves out names that reach an object's prototype, as Fastify does in bodies of JSON. */
const withoutPrototypes = (name: string, value: unknown) =>
  name === '__proto__' || name === 'constructor' ? undefined : value;

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
