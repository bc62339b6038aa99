import {
  ConfiguredLanguages,
  LanguageParams,
  SaveOptions,
} from '@balloon/contracts/judging/compiler-options.ts';
import { readOptions } from '#features/compiler-options/read-options.ts';
import { saveOptions } from '#features/compiler-options/save-options.ts';
import { userOf } from '#http/allow.ts';
import type { Routes } from '#http/routes.ts';

const LANGUAGES = '/api/admin/server/languages';
const config = { allow: 'admin' } as const;
const response = { 200: ConfiguredLanguages };

/** Options of compilers and interpreters, language by language; each answer has all languages. */
export const compilerOptionsRoutes: Routes = async (app, services) => {
  const readAll = async () => ({ languages: await readOptions(services) });

  app.get(LANGUAGES, { config, schema: { response } }, readAll);

  app.post(
    `${LANGUAGES}/:key`,
    {
      config: { ...config, audit: 'language.options' },
      schema: { params: LanguageParams, body: SaveOptions, response },
    },
    async (request) => {
      await saveOptions(services, userOf(request), request.params.key, request.body);
      return readAll();
    },
  );
};
