import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { InvalidInputError } from '#errors.ts';

/** Further spellings of fields: the one that is also taken → the one that the schema has. */
export type Spellings = Readonly<Record<string, string>>;

/**
 * Refuses fields that a call does not know where they would be missed: a filter that is spelt wrong and ignored chooses
 * everything. In the address that holds for every change by supervisors and for every deletion, in the body for routes that
 * declare `bulk`. Forms that older clients send whole, with more in them than is read, declare nothing.
 */
export function refuseUnknownFields(app: FastifyInstance) {
  app.addHook('preValidation', (request, _reply, done) => {
    const { method, routeOptions } = request;
    const { schema, config } = routeOptions;
    const { allow, bulk } = config;
    if (!bulk && (method === 'GET' || !(isOfSupervisors(allow) || method === 'DELETE'))) return done();
    try {
      const query = inOneSpelling(request.query, bulk);
      if (query) {
        request.query = query;
        refuseOthers(request, query, fieldsOf(schema?.querystring));
      }
      const body = bulk && inOneSpelling(request.body, bulk);
      if (body) {
        request.body = body;
        refuseOthers(request, body, fieldsOf(schema?.body));
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

const isOfSupervisors = (allow: string | undefined) => allow === 'supervisor' || allow === 'admin';

/** Fields with the schema's names; null for what has no fields, as an empty body or a list. */
function inOneSpelling(sent: unknown, spellings: Spellings = {}): Record<string, unknown> | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const fields: Record<string, unknown> = Object.create(null); // `__proto__` is a name like any other
  for (const [name, value] of Object.entries(sent)) {
    const known = Object.hasOwn(spellings, name) ? (spellings[name] ?? name) : name;
    if (Object.hasOwn(fields, known)) throw sentTwice(known);
    fields[known] = value;
  }
  return fields;
}

/**
 * Refuses fields that are not among the known ones.
 *
 * @throws {InvalidInputError} UNKNOWN_FIELD, which names the first of them
 */
export function refuseOthers(
  { routeOptions }: FastifyRequest,
  sent: Readonly<Record<string, unknown>>,
  known: readonly string[],
): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const named = known.length > 0 ? `it takes ${known.join(', ')} there` : 'it takes none there';
  throw new InvalidInputError(
    'UNKNOWN_FIELD',
    `${routeOptions.method} ${routeOptions.url} does not know the field ${unknown}: ${named}. Nothing was changed`,
    [{ field: unknown, kind: 'unexpected' }],
    { restParams: { field: unknown } },
  );
}

const sentTwice = (field: string) =>
  new InvalidInputError(
    'UNKNOWN_FIELD',
    `The field ${field} comes twice, in two spellings: send one of them. Nothing was changed`,
    [{ field, kind: 'unexpected' }],
    { restParams: { field } },
  );

/** Names of the fields that a schema reads, in any of its forms. */
export function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return [...fieldsOf(schema.in), ...fieldsOf(schema.out)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? fieldsOf(schema.unwrap()) : [];
}
