import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { ForbiddenError } from '#errors.ts';
import type { ConfiningContest } from '#features/contests/confinement/confinement.ts';
import type { Services, User } from '#services.ts';

/**
 * Closes to participants what their running contest in contest mode does not need: a route that declares nothing
 * (`config.whileConfined`) is closed. What the others show is limited by `User.confinedTo`.
 */
export function confineRequests({ confinement, writersDb }: Services): onRequestHookHandler {
  return (request, _reply, done) => {
    const { user } = request;
    if (!user || request.declared.allow !== 'user') return done();
    const known = confinement.peek(user);
    if (known) return done(confined(request, user, known));
    const { isSending } = request.declared;
    void confinement
      .read(user, isSending ? writersDb : undefined)
      .then((read) => done(confined(request, user, read)), done);
  };
}

/** Notes to what a caller is confined; returns the refusal of a route that is closed to them. */
function confined(
  request: FastifyRequest,
  user: User,
  contests: readonly ConfiningContest[],
): Error | undefined {
  const [contest] = contests;
  if (!contest) return undefined;
  request.user = { ...user, confinedTo: contests };
  const { whileConfined } = request.declared;
  if (whileConfined === 'open' || whileConfined === 'own') return undefined;
  const { contestId } = request.params as { contestId?: string };
  const isHere = contests.some(({ id }) => String(id) === contestId);
  return whileConfined === 'contest' && isHere ? undefined : confinedError(contest);
}

/** Whether a person may reach something of a contest: any, unless another one confines them. */
export const isReachable = ({ confinedTo }: Pick<User, 'confinedTo'>, contestId: number): boolean =>
  confinedTo === undefined || confinedTo.some(({ id }) => id === contestId);

/** The refusal of what contest mode closes. */
export const confinedError = ({ id, name, untilMs }: ConfiningContest) =>
  new ForbiddenError('CONFINED', `While contest ${id} (${name}) runs only it is open to its participants`, {
    restParams: { contestId: id, contest: name, untilMs },
  });
