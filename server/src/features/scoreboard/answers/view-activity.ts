import { type ActivityQuery, ScoreboardActivity } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { rewindRange } from '@balloon/domain/contests/contest-time.ts';
import {
  type ScoreboardQuestion,
  scoreboardActivity,
  viewScoreboard,
} from '@balloon/domain/scoreboard/scoreboard.ts';
import type { LiveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import { openScoreboard } from '#features/scoreboard/board/open-scoreboard.ts';
import { eyesOf } from '#features/scoreboard/look/eyes.ts';
import { readInTurn, sharedPage, sharedRowsKey } from '#features/scoreboard/look/shared-pages.ts';
import { packAnswer } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import type { Services, User } from '#services.ts';

/** Length of a step, as on the slider. */
const STEP_MS = 10_000;
/** Most steps; a practice of months has longer ones. */
const MAX_STEPS = 3_600;

/**
 * Times at which the table changed, as far as the viewer may know; errors as of `openScoreboard`. All attempts are gone through
 * once for all who may know the same: after the end many open the slider at the same moment.
 */
export async function viewActivity(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, range, audience, scope, past }: ActivityQuery & { contestId: number },
): Promise<PackedAnswer> {
  const opened = await openScoreboard(services, scoreboards, viewer, { contestId, locale: 'ru-ru' });
  const { contest, nowMs } = opened;
  const question: ScoreboardQuestion = {
    ...eyesOf(viewer, contest, audience),
    atMs: Number.POSITIVE_INFINITY,
    nowMs,
    scope,
    past,
  };
  const { lastSolutionSentAtMs } = viewScoreboard(opened.board(), { ...question, count: 0 });
  const { fromMs, toMs } = rewindRange(range, contest, { nowMs, lastSolutionSentAtMs });
  const stepMs = STEP_MS * Math.max(1, Math.ceil((toMs - fromMs) / (STEP_MS * MAX_STEPS)));
  const untilMs = range === 'main' ? lastEndTimeMs(contest) : Number.POSITIVE_INFINITY;
  const make = (viewerId: number | null) => {
    const steps = scoreboardActivity(opened.board(), { ...question, viewerId }, { stepMs, untilMs });
    return packAnswer(ScoreboardActivity, { fromMs, stepMs, steps });
  };
  const rows = sharedRowsKey({ opened, question });
  const key = `activity|${rows}|${past}|${fromMs}|${stepMs}|${untilMs}`;
  const shared = rows === null ? null : sharedPage(scoreboards, { opened, question }, key, () => make(null));
  const page = await readInTurn(scoreboards, viewer, shared, () => make(question.viewerId));
  return { page, ending: '', etag: `W/"${page.hash}"` };
}
