import type { AuditAction } from '@balloon/contracts/site/audit-actions.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { ForbiddenError, UnauthenticatedError } from '#errors.ts';
import type { Spellings } from '#http/bodies/unknown-fields.ts';
import type { User } from '#services.ts';

/**
 * Callers that a route allows. Every route declares one of these in `config.allow`; a route without it stops
 * the start. `judge` and `relay` are not people: they send tokens of their kind.
 */
export type Allow = 'public' | 'user' | 'supervisor' | 'admin' | 'judge' | 'relay';

/** Action that a route records in the audit log; `none`, with a comment, if it changes nothing that concerns others. */
export type Audit = AuditAction | readonly AuditAction[] | 'none';

/**
 * What a route shows to a participant whom contest mode confines to a contest: `open`, what everybody needs; `contest`,
 * what belongs to the contest that `:contestId` names; `own`, what its operation limits by `User.confinedTo`. A route of
 * participants that says nothing is closed to them.
 */
export type WhileConfined = 'open' | 'contest' | 'own';

/**
 * Account as which a member of a team uses a route of a contest. `chosen`: as the team where the person takes part as one;
 * refused before a choice between several teams. `open`: the same, also before a choice, as the first team. `person`: as
 * the person always.
 */
export type TakesPart = 'chosen' | 'open' | 'person';

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Allow;
    whileConfined?: WhileConfined;
    /** Account as which members of teams use it; `chosen` for what declares `whileConfined: 'contest'`. */
    takesPart?: TakesPart;
    /**
     * Sends a solution: the session is read over the connections for that, which readers never take, and the answer
     * waits for no announcement, because nothing changes that processes keep in memory.
     */
    isSending?: boolean;
    /**
     * Changes many things that the request chooses: it refuses fields that it does not know, in address and body, because
     * a misspelt filter that is ignored chooses everything. The value names further spellings that it takes.
     */
    bulk?: Spellings;
    /** Required for every route by which supervisors change something; audit-walk.test.ts checks that. */
    audit?: Audit;
  }
  interface FastifyRequest {
    /** Signed-in caller, or null without a valid session and on public routes. Others use `userOf`. */
    user: User | null;
    /** What the route declares. `routeOptions` makes a new object at each reading. */
    declared: FastifyRequest['routeOptions']['config'];
  }
  interface FastifyInstance {
    declaredRoutes: DeclaredRoute[];
  }
}

/** Route as declared, for the test that walks all routes. */
export interface DeclaredRoute {
  method: string;
  url: string;
  allow: Allow;
  /** Undefined for a route that declares no record. */
  audit: Audit | undefined;
  /** Undefined for a route that is closed in contest mode. */
  whileConfined: WhileConfined | undefined;
  /** Undefined for a route that says nothing of its own. */
  takesPart: TakesPart | undefined;
  /** Schema of the address's parameters. */
  params: unknown;
  /** Schema that the body must meet before the handler runs; undefined: none, or a hook of the route changes the body. */
  body: unknown;
  /** Schema of the fields in the address. */
  query: unknown;
  /** Whether it refuses fields that it does not know, in the body too. */
  isBulk: boolean;
  /** Longest body in bytes that it takes; undefined: as long as most. */
  bodyLimit: number | undefined;
}

/** Refuses to register a route that does not declare whom it allows, and records those that do. */
export function declareRoutes(app: FastifyInstance) {
  app.decorateRequest('user', null);
  app.decorateRequest('declared');
  app.decorate('declaredRoutes', []);
  app.addHook('onRequest', (request, _reply, done) => {
    request.declared = request.routeOptions.config;
    done();
  });
  app.addHook('onRoute', ({ method, url, config, schema, bodyLimit, preValidation }) => {
    const { allow, audit, whileConfined, takesPart, bulk } = config ?? {};
    const { params, querystring: query } = schema ?? {};
    const isBulk = bulk !== undefined;
    const body = preValidation === undefined ? schema?.body : undefined;
    if (!allow) throw new Error(`Route ${method} ${url} does not declare config.allow`);
    for (const one of [method].flat())
      app.declaredRoutes.push({
        method: one,
        url,
        allow,
        audit,
        whileConfined,
        takesPart,
        params,
        query,
        isBulk,
        body,
        bodyLimit,
      });
  });
}

/**
 * Refuses callers that the route does not allow, before the body is read: a refused upload costs nothing.
 * Must be registered after the hook that loads the user.
 */
export function guardRoutes(
  showsToken: (request: FastifyRequest, kind: 'judge' | 'relay') => Promise<boolean>,
): onRequestHookHandler {
  return (request, _reply, done) => {
    const { allow } = request.declared;
    if (!allow) return done(); // only the handler of unknown paths has no declaration
    if (allow === 'judge' || allow === 'relay') {
      void showsToken(request, allow).then((shows) => done(shows ? undefined : tokenRefusal(allow)), done);
    } else done(mayCall(allow, request.user) ? undefined : refusal(request.user));
  };
}

/** Whether a person, or a caller without a session, passes a declaration. Sockets use it too. */
export function mayCall(allow: Exclude<Allow, 'judge' | 'relay'>, user: User | null): boolean {
  if (allow === 'public') return true;
  if (!user) return false;
  if (allow === 'user') return true;
  return allow === 'admin' ? isAdmin(user.accessMask) : isSupervisor(user.accessMask);
}

const tokenRefusal = (kind: 'judge' | 'relay') =>
  new UnauthenticatedError('JUDGE_TOKEN_WRONG', `Show a ${kind} token of this site that is not revoked`);

/** Refusal of what a caller may not do: for the role, or for want of a session. */
export function refusal(user: User | null): ForbiddenError | UnauthenticatedError {
  return user
    ? new ForbiddenError('ROLE_NOT_SUFFICIENT', 'Your role does not allow this')
    : new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
}

/** The caller of a route that allows signed-in people only. */
export function userOf(request: FastifyRequest): User {
  if (!request.user) throw new UnauthenticatedError('NOT_SIGNED_IN', 'Sign in first');
  return request.user;
}
