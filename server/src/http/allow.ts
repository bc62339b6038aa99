import { isAdmin, isSupervisor } from '@balloon/domain/contest-access.ts';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ForbiddenError, UnauthenticatedError } from '#errors.ts';
import type { User } from '#services.ts';

/**
 * Who may call a route. Every route declares one of these in `config.allow`; a route without it stops the
 * start. `judge` is not a person: it shows the judge token.
 */
export type Allow = 'public' | 'user' | 'supervisor' | 'admin' | 'judge';

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Allow;
  }
  interface FastifyRequest {
    /** Who asks, or null without a valid session and on public routes. Others use `userOf`. */
    user: User | null;
  }
  interface FastifyInstance {
    declaredRoutes: DeclaredRoute[];
  }
}

/** A route as it was declared, for the test that walks them all. */
export interface DeclaredRoute {
  method: string;
  url: string;
  allow: Allow;
}

/** Refuses to register a route that does not say whom it allows, and remembers those that do. */
export function declareRoutes(app: FastifyInstance) {
  app.decorateRequest('user', null);
  app.decorate('declaredRoutes', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    const { allow } = config ?? {};
    if (!allow) throw new Error(`Route ${method} ${url} does not declare config.allow`);
    for (const one of [method].flat()) app.declaredRoutes.push({ method: one, url, allow });
  });
}

/**
 * Turns away whom the route does not allow, before the body is read: a stranger's upload costs nothing.
 * Comes after the hook that loads the user.
 */
export function guardRoutes(isJudge: (request: FastifyRequest) => boolean): onRequestAsyncHookHandler {
  return async (request) => {
    const { allow } = request.routeOptions.config;
    if (!allow) return; // only the handler of unknown paths has none
    if (allow === 'judge') {
      if (isJudge(request)) return;
      throw new UnauthenticatedError('JUDGE_TOKEN_WRONG', 'Show the judge token of this server');
    }
    if (!mayCall(allow, request.user)) throw refusal(request.user);
  };
}

/** Whether a person, or nobody, passes a declaration. Sockets use it too. */
export function mayCall(allow: Exclude<Allow, 'judge'>, user: User | null): boolean {
  if (allow === 'public') return true;
  if (!user) return false;
  if (allow === 'user') return true;
  return allow === 'admin' ? isAdmin(user.accessMask) : isSupervisor(user.accessMask);
}

function refusal(user: User | null) {
  return user
    ? new ForbiddenError('ROLE_NOT_SUFFICIENT', 'Your role does not allow this')
    : new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
}

/** The caller of a route that allows signed-in people only. */
export function userOf(request: FastifyRequest): User {
  if (!request.user) throw new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
  return request.user;
}
