import type { preHandlerHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { NotFoundError } from '#errors.ts';
import { isJudgeOf } from '#features/queue/judges.queries.ts';
import { tokenHashOfJudge } from '#http/shown-token.ts';
import type { Services } from '#services.ts';

/** More than a site has judges. */
const MAX_JUDGES = 1_000;

/**
 * Refuses calls in which a judge says that it is one whose name another token holds (`saveJudge`): it would report on the leases
 * of that one. Which judge shows which token is asked once and kept. A name that another token has taken over since leaves its
 * former holder no lease to report on, and claims ask each time (`findPermission`).
 */
export function keepJudgesApart({ judgesDb }: Pick<Services, 'judgesDb'>): preHandlerHookHandler {
  const known = new LRUCache<number, Buffer>({ max: MAX_JUDGES });

  async function check(judgeId: number, tokenHash: Buffer): Promise<void> {
    if (known.get(judgeId)?.equals(tokenHash)) return;
    if (!(await isJudgeOf(judgesDb, judgeId, tokenHash))) {
      throw new NotFoundError('JUDGE_UNKNOWN', 'This judge is not registered: it must call hello first');
    }
    known.set(judgeId, tokenHash);
  }

  return (request, _reply, done) => {
    const judgeId = request.routeOptions.config.allow === 'judge' ? judgeIdIn(request.body) : null;
    if (judgeId === null) return done();
    check(judgeId, tokenHashOfJudge(request)).then(() => done(), done);
  };
}

function judgeIdIn(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('judgeId' in body)) return null;
  return typeof body.judgeId === 'number' ? body.judgeId : null;
}
