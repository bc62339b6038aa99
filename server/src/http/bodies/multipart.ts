import multipart, { type FastifyMultipartOptions } from '@fastify/multipart';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';

const LIMITS = { files: 1, fileSize: 20 * 1024 * 1024, fields: 10 };

/**
 * Lets requests have files. The library's hooks would run for every request, to remove temporary files that only its
 * `saveRequestFiles` makes; here files are read as they come.
 */
export async function acceptMultipart(app: FastifyInstance): Promise<void> {
  await app.register(withoutHooks, { limits: LIMITS });
}

const withoutHooks: FastifyPluginCallback<FastifyMultipartOptions> = (app, options, done) => {
  const quiet = new Proxy(app, {
    get: (target, name) => (name === 'addHook' ? () => quiet : Reflect.get(target, name)),
  });
  multipart(quiet, options, done);
};
// For the whole application, like the plugin itself.
Object.assign(withoutHooks, { [Symbol.for('skip-override')]: true });
