import { Id } from '@balloon/contracts/common.ts';
import type { PartChoices } from '@balloon/domain/contests/contest-part.ts';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ServiceError } from '#errors.ts';
import { actingUser, anyActingUser, isMember } from '#features/contests/acting/acting.ts';
import type { Services, User } from '#services.ts';

/**
 * Resolves as whom the caller takes part in the contest that `:contestId` names. It is the one place of requests that does,
 * so that what comes after sees the account that acts, and its person in `User.person`. Only routes that belong to
 * participants of a contest are asked about; on all others people are themselves.
 */
export function resolveParts({ heads, db, writersDb }: Services): onRequestHookHandler {
  return (request, _reply, done) => {
    const { user } = request;
    const contestId = user && isMember(user) ? contestOf(request) : null;
    if (!user || contestId === null) return done();
    const known = heads.parts.peek(contestId, user);
    if (known) return done(act(request, user, known));
    const { isSending } = request.declared;
    void heads.parts
      .read(isSending ? writersDb : db, contestId, user)
      .then((read) => done(read && act(request, user, read)), done);
  };
}

/** The contest in whose name a request acts, or null for requests of the person. */
function contestOf({ declared, params }: FastifyRequest): number | null {
  const { allow, takesPart, whileConfined } = declared;
  if (allow !== 'user' || takesPart === 'person') return null;
  if (takesPart === undefined && whileConfined !== 'contest') return null;
  // By the contract of the routes, so that no spelling of an id names a contest to them and none here.
  const { data } = Id.safeParse((params as { contestId?: string }).contestId);
  return data ?? null;
}

function act(request: FastifyRequest, user: User, choices: PartChoices): Error | undefined {
  try {
    const isOpen = request.declared.takesPart === 'open';
    request.user = isOpen ? anyActingUser(user, choices) : actingUser(user, choices);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
