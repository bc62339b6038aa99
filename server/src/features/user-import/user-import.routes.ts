import {
  ImportUsersOlder,
  ImportUsersOptions,
  ImportUsersReport,
  MAX_CSV_BYTES,
} from '@balloon/contracts/people/user-import.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { InvalidInputError, TooLargeError } from '#errors.ts';
import { importUsers } from '#features/user-import/import-users.ts';
import { userOf } from '#http/allow.ts';
import { invalidFields } from '#http/answers/field-issues.ts';
import { fieldsOf, refuseOthers } from '#http/bodies/unknown-fields.ts';
import { formParts } from '#http/bodies/upload.ts';
import type { Routes } from '#http/routes.ts';

/** Import of people from a CSV file: `file` and the fields of `ImportUsersOptions`, as multipart/form-data. */
export const userImportRoutes: Routes = async (app, services) => {
  app.post(
    '/api/admin/users-groups',
    {
      config: { allow: 'supervisor', audit: ['user.import', 'user.edit'] },
      schema: { response: { 200: z.union([ImportUsersReport, ImportUsersOlder]) } },
    },
    async (request) => {
      const form = await readForm(request);
      const report = await importUsers(services, userOf(request), form);
      if (form.dryRun !== undefined) return report;
      return report.rows.map(({ fate, userId, username }) =>
        userId === null || fate === 'skip'
          ? null
          : ([{ id: userId, username }] as [{ id: number; username: string }]),
      );
    },
  );
};

/**
 * Fields may come before and after the file: older clients send the file first.
 *
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN, INVALID_INPUT, UNKNOWN_FIELD
 * @throws {TooLargeError} CSV_TOO_LARGE
 */
async function readForm(request: FastifyRequest) {
  const fields: Record<string, string> = {};
  let content: Buffer | null = null;
  for await (const part of formParts(request, MAX_CSV_BYTES)) {
    if (part.kind === 'field') fields[part.name] = part.value;
    else {
      const pieces: Buffer[] = [];
      for await (const piece of part.content) pieces.push(piece);
      if (part.isCutOff()) throw tooLarge();
      content = Buffer.concat(pieces);
    }
  }
  // A misspelt `dryRun` must import nobody.
  refuseOthers(request, fields, fieldsOf(ImportUsersOptions));
  if (!content) throw new InvalidInputError('FILE_MISSING', 'Send one CSV file, as multipart/form-data');
  const options = ImportUsersOptions.safeParse(fields);
  if (!options.success) throw invalidFields(options.error);
  return { ...options.data, content };
}

const tooLarge = () =>
  new TooLargeError('CSV_TOO_LARGE', `A file may have ${MAX_CSV_BYTES / 1024 ** 2} MB: split it`);
