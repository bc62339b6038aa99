import { z } from 'zod';
import { callApi, listRuns } from '#cf/api.ts';
import { type ApiRun, ApiUsers } from '#cf/api-results.ts';
import { isGym, type Place } from '#cf/places.ts';
import { candidatesOf, stateOf } from '#cf/read-runs.ts';
import { readSendAnswer } from '#cf/read-send-answer.ts';
import { readLanguages, readSubmitForm, refuseCaptcha } from '#cf/read-submit-form.ts';
import { askAboutRun, type SitePage, visitSignedIn } from '#cf/site.ts';
import { drift, OutsideError } from '#failures.ts';
import { comparedRuns } from '#listed-runs.ts';
import {
  type Intent,
  isLaterRun,
  type OutsideSystem,
  type PolledRun,
  type Session,
  type Submission,
} from '#outside-system.ts';
import { cleanLog } from '#pages/compiler-log.ts';
import { refuseUnfit } from '#refuse-unfit.ts';
import { compareSources } from '#same-source.ts';

/*
 * What the archive, gyms and acm.sgu.ru have in common: accounts, the form, runs. The API reads and never sends; the
 * form sends where Cloudflare lets us, and where it does not, reading goes on.
 */

/** Operations that all problems of Codeforces share. */
type Judging = Pick<
  OutsideSystem,
  | 'pace'
  | 'maxSourceBytes'
  | 'listLanguages'
  | 'prepare'
  | 'send'
  | 'findRuns'
  | 'poll'
  | 'readCompilationLog'
  | 'checkAccount'
>;

const MAX_SOURCE_BYTES = 64 * 1024;

/** Runs of a list that are looked at: an account sends once in ten seconds at most. */
const RUNS_OF_LIST = 200;

/** Contests whose lists are read for runs that the account's own list lacks. */
const MAX_CONTESTS = 5;

/** Runs whose source is compared, for which the site is asked each time. */
const MAX_COMPARED = 20;

/** Page that every account has and that shows the token of its forms. */
const OWN_RUNS = 'problemset/status?my=on';

/** Makes the operations. @param placeOf finds the place of a problem of the system; null: not one of it */
export function judgingOf(placeOf: (foreignId: string) => Place | null): Judging {
  const place = (foreignId: string): Place => {
    const found = placeOf(foreignId);
    if (!found) throw new OutsideError('refused', `There is no problem ${foreignId}`);
    return found;
  };
  return {
    pace: {
      requestEveryMs: 2_000, // the API's own limit
      pollEveryMs: 3_000,
      verdictWithinMs: 30 * 60_000, // during rounds the queue is long
    },
    maxSourceBytes: MAX_SOURCE_BYTES,
    async listLanguages(session, foreignId) {
      return readLanguages(await visitForm(session, place(foreignId)));
    },
    prepare: (session, submission) => prepare(session, submission, place(submission.foreignId)),
    async send(session, submission, { form }) {
      const { submitPath } = place(submission.foreignId);
      const answer = await session.http.request({
        ...{ path: submitPath, method: 'POST', follow: false },
        query: { csrf_token: form.csrf_token },
        form: { as: 'multipart', fields: [...Object.entries(form), ['source', submission.source]] },
      });
      return readSendAnswer(answer, session.http.baseUrl);
    },
    findRuns: (session, intent) => findRuns(session, intent, place(intent.submission.foreignId)),
    poll: (session, runs) => poll(session, runs, place),
    async readCompilationLog(session, { runId }) {
      const page = await visitSignedIn(session, OWN_RUNS);
      const log = await askAboutRun(session, 'data/judgeProtocol', runId, page.csrf ?? '');
      if (typeof log !== 'string') throw drift('the compiler’s words', page.evidence);
      return cleanLog(log) || null;
    },
    checkAccount,
  };
}

function handleOf({ credentials }: Session): string {
  const handle = credentials?.handle ?? '';
  if (handle === '') throw new OutsideError('signedOut', 'An account with a handle is needed');
  return handle;
}

/** Tells the account by the API; where it has a password, the site must take it too. */
async function checkAccount(session: Session) {
  const { password = '', cookies = '' } = session.credentials ?? {};
  const parameters = { handles: handleOf(session) };
  const [user] = await callApi(session, { method: 'user.info', parameters, result: ApiUsers });
  if (!user) throw drift('user.info without a user');
  if (password !== '' || cookies !== '') await visitSignedIn(session, OWN_RUNS);
  return { name: user.handle, authorId: user.handle };
}

/** Gets the page of the form. @throws {OutsideError} `refused` when a gym leads elsewhere, as to its registration */
async function visitForm(session: Session, { submitPath, foreignId, contestId }: Place): Promise<SitePage> {
  const page = await visitSignedIn(session, submitPath);
  if (page.path === submitPath || !isGym(contestId)) return page;
  const { evidence } = page;
  throw new OutsideError('refused', `${foreignId} takes no solutions of this account`, { evidence });
}

async function prepare(session: Session, submission: Submission, place: Place) {
  const { foreignLanguageId } = submission;
  const handle = handleOf(session);
  const page = await visitForm(session, place);
  const { languages, fields } = readSubmitForm(page, place);
  refuseCaptcha(page);
  refuseUnfit(submission, { languages, maxBytes: MAX_SOURCE_BYTES });
  const runs = await listRuns(session, handle, gymOf(place), 1);
  const latest = runs.reduce((id, run) => Math.max(id, run.id), 0);
  const watermark = latest === 0 ? null : String(latest);
  return { watermark, form: { ...fields, programTypeId: foreignLanguageId } };
}

/** Runs of gyms are asked for by contest, which shows them where the account's own list does not. */
const gymOf = ({ contestId }: Place) => (isGym(contestId) ? contestId : null);

async function findRuns(session: Session, intent: Intent, place: Place) {
  const runs = await listRuns(session, handleOf(session), gymOf(place), RUNS_OF_LIST);
  const oldest = runs.at(-1);
  // The watermark is further down than the list goes: ours may be, too.
  if (
    runs.length >= RUNS_OF_LIST &&
    intent.watermark !== null &&
    isLaterRun(String(oldest?.id), intent.watermark)
  )
    throw new Error(
      `Codeforces lists ${runs.length} runs after the watermark: others send from this account`,
    );
  const found = candidatesOf(runs, place, intent).map(({ id, creationTimeSeconds }) => ({
    runId: String(id),
    sentAtMs: creationTimeSeconds * 1000,
  }));
  const readSource = sourceReader(session);
  return comparedRuns(found, intent, {
    most: MAX_COMPARED,
    async isSame({ runId }) {
      const source = await readSource(runId);
      return source === null ? null : compareSources(source, intent.submission.source);
    },
  });
}

const Source = z.object({ source: z.string() });

/** Makes the reader of sources, as far as the site lets us: after its first refusal it is not asked again. */
function sourceReader(session: Session): (runId: string) => Promise<string | null> {
  let token: string | undefined;
  let isShut = false;
  return async (runId) => {
    if (isShut) return null;
    try {
      token ??= (await visitSignedIn(session, OWN_RUNS)).csrf ?? '';
      const read = Source.safeParse(await askAboutRun(session, 'data/submitSource', runId, token));
      return read.success ? read.data.source : null;
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      isShut = true;
      return null;
    }
  };
}

/** Reads the account's list, then those of contests for what it lacks, such as runs of gyms and old ones. */
async function poll(session: Session, runs: readonly PolledRun[], place: (foreignId: string) => Place) {
  const handle = handleOf(session);
  const wanted = new Map(runs.map(({ runId, foreignId }) => [Number(runId), place(foreignId).contestId]));
  const seen = new Map<number, ApiRun>();
  const note = (listed: readonly ApiRun[]) => {
    for (const run of listed) if (wanted.has(run.id)) seen.set(run.id, run);
  };
  note(await listRuns(session, handle, null, RUNS_OF_LIST));
  const lacking = [...wanted].filter(([id]) => !seen.has(id)).map(([, contestId]) => contestId);
  for (const contestId of [...new Set(lacking)].slice(0, MAX_CONTESTS)) {
    note(await listOfContest(session, handle, contestId));
  }
  return [...seen.values()].map(stateOf);
}

async function listOfContest(session: Session, handle: string, contestId: number) {
  try {
    return await listRuns(session, handle, contestId, RUNS_OF_LIST);
  } catch (error) {
    if (error instanceof OutsideError && error.kind === 'refused') return [];
    throw error;
  }
}
