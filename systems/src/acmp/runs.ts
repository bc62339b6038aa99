import { getAcmpPage } from '#acmp/get-acmp-page.ts';
import { readStatus, STATUS_ROWS, type StatusRow } from '#acmp/read-status.ts';
import { MAX_PAGES, tooManyPages } from '#listed-runs.ts';
import { isLaterRun, type Sent, type Session } from '#outside-system.ts';

/** Looks at the list after a send; the pace of requests lies between them. */
const LOOKS = 3;

/** User, and a task where only its runs are asked for. */
export interface RunFilter {
  authorId: string;
  foreignId?: string;
}

/** Lists a page of the runs of a user, latest first. @param at number of the page, from 0 */
export async function listRuns(
  { http }: Session,
  { authorId, foreignId }: RunFilter,
  at = 0,
): Promise<StatusRow[]> {
  const query = { main: 'status', id_mem: authorId, id_res: 0, id_t: foreignId ?? 0, page: at };
  const page = await getAcmpPage(http, query);
  const rows = readStatus(page);
  // A list of everybody would give a watermark of somebody.
  if (rows.some((row) => row.authorId !== authorId)) throw page.lacks('runs of this user only');
  return rows;
}

/** Lists the runs of a user page by page, as long as pages are asked for. */
export async function* runPages(session: Session, filter: RunFilter): AsyncGenerator<StatusRow[]> {
  for (let at = 0; at < MAX_PAGES; at += 1) {
    const rows = await listRuns(session, filter, at);
    yield rows;
    if (rows.length < STATUS_ROWS) return;
  }
  throw tooManyPages('acmp.ru');
}

/**
 * Looks for the run of a solution that was just sent: the site answers alike whether it was taken or not. That the
 * session is gone by now proves nothing either: it may have ended after the solution came, whose row is late.
 *
 * @throws {Error} no run yet: the solution came too soon after another or without a session, or its row is late
 */
export async function proveSend(
  session: Session,
  filter: Required<RunFilter>,
  watermark: string | null,
): Promise<Sent> {
  const runIds = await lookForRuns(session, filter, watermark).catch((cause: unknown) => {
    // Whatever is wrong with the list tells nothing about the solution.
    throw new Error('The list of runs could not be read after a send', { cause });
  });
  const [runId] = runIds;
  if (runId !== undefined && runIds.length === 1) return { runId };
  throw new Error(`acmp.ru shows ${runIds.length} new runs after a send`);
}

async function lookForRuns(session: Session, filter: Required<RunFilter>, watermark: string | null) {
  for (let left = LOOKS; left > 0; left -= 1) {
    const rows = await listRuns(session, filter);
    const runIds = rows
      .filter(({ runId, foreignId }) => foreignId === filter.foreignId && isLaterRun(runId, watermark))
      .map(({ runId }) => runId);
    if (runIds.length > 0) return runIds;
  }
  return [];
}
