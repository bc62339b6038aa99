import type { ActivityQuery, ScoreboardActivity } from '@balloon/contracts/scoreboard/scoreboard.ts';
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
import type { Services, User } from '#services.ts';

/** Length of a step, as on the slider. */
const STEP_MS = 10_000;
/** Most steps; a practice of months has longer ones. */
const MAX_STEPS = 3_600;

/** Times at which the table changed, as far as the viewer may know; errors as of `openScoreboard`. */
export async function viewActivity(
  services: Services,
  scoreboards: LiveScoreboards,
  viewer: User,
  { contestId, range, audience, scope, past }: ActivityQuery & { contestId: number },
): Promise<ScoreboardActivity> {
  const opened = await openScoreboard(services, scoreboards, viewer, { contestId, locale: 'ru-ru' });
  const { contest, nowMs } = opened;
  const board = opened.board();
  const question: ScoreboardQuestion = {
    ...eyesOf(viewer, contest, audience),
    atMs: Number.POSITIVE_INFINITY,
    nowMs,
    scope,
    past,
  };
  const { lastSolutionSentAtMs } = viewScoreboard(board, { ...question, count: 0 });
  const { fromMs, toMs } = rewindRange(range, contest, { nowMs, lastSolutionSentAtMs });
  const stepMs = STEP_MS * Math.max(1, Math.ceil((toMs - fromMs) / (STEP_MS * MAX_STEPS)));
  const untilMs = range === 'main' ? lastEndTimeMs(contest) : Number.POSITIVE_INFINITY;
  return { fromMs, stepMs, steps: scoreboardActivity(board, question, { stepMs, untilMs }) };
}
