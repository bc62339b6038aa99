import type { preHandlerHookHandler } from 'fastify';
import { NotFoundError } from '#errors.ts';
import { isJudgeOf } from '#features/queue/judges.queries.ts';
import { tokenHashOfJudge } from '#http/callers/shown-token.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

/** More judges than a site has, and the age in ms at which they are asked for again. */
const BOUNDS = { maxEntries: 1_000, maxAgeMs: 600_000 };

/**
 * Refuses calls in which a judge says that it is one whose name another token holds (`saveJudge`): it would report on the leases
 * of that one. That a judge shows its token is kept until somebody registers under its name: another token may have taken it over.
 */
export function keepJudgesApart({
  judgesDb,
  announcements,
}: Pick<Services, 'judgesDb' | 'announcements'>): preHandlerHookHandler {
  const holders = new AnnouncedCache<{ judgeId: number } | undefined>(announcements, BOUNDS);
  announcements.on('judge.registered', ({ judgeId }) => holders.drop(judgeId));

  async function check(judgeId: number, tokenHash: Buffer): Promise<void> {
    const ask = async () => ((await isJudgeOf(judgesDb, judgeId, tokenHash)) ? { judgeId } : undefined);
    if (await holders.read(`${judgeId} ${tokenHash.toString('hex')}`, ask, judgeId)) return;
    throw new NotFoundError('JUDGE_UNKNOWN', 'This judge is not registered: it must call hello first');
  }

  return (request, _reply, done) => {
    const judgeId = request.declared.allow === 'judge' ? judgeIdIn(request.body) : null;
    if (judgeId === null) return done();
    check(judgeId, tokenHashOfJudge(request)).then(() => done(), done);
  };
}

function judgeIdIn(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('judgeId' in body)) return null;
  return typeof body.judgeId === 'number' ? body.judgeId : null;
}
