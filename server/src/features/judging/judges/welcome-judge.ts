import type { JudgeHello, JudgeWelcome } from '@balloon/contracts/judging/judge.ts';
import { ConflictError } from '#errors.ts';
import { drainLanguages } from '#features/judging/judges/drain-languages.ts';
import {
  findDrained,
  findHolder,
  hasTooManyNames,
  MAX_NAMES_OF_TOKEN,
  refreshLanguages,
  saveJudge,
} from '#features/queue/judges.queries.ts';
import { shortenLeases } from '#features/queue/lease.queries.ts';
import { takeTriedOptions, tellOptions } from '#features/queue/options.queries.ts';
import { tokenHashOf } from '#http/callers/shown-token.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/**
 * Shortest time in ms between a judge's reports on one solution: the page looks live, and the load is small. Most
 * solutions are done before the first, whose verdict would overtake it on the page.
 */
const PROGRESS_EVERY_MS = 500;

/** Part of a lease within which a judge renews it: three reports per lease, the rest for a slow network. */
const RENEWED_WITHIN = 0.4;

/**
 * Registers a judge and opens its languages for submissions.
 *
 * @throws {ConflictError} JUDGE_NAME_TAKEN when the name belongs to another token, TOO_MANY_JUDGE_NAMES when this one has
 *   registered too many of them within a day
 */
export async function welcomeJudge(
  services: Services,
  told: JudgeHello,
  tokenHash: Buffer,
): Promise<JudgeWelcome> {
  const { db, log, options } = services;
  const hello = withoutWorkWhenPlain(services, told);
  const shown = { tokenHash, sharedHash: tokenHashOf(options.judgeToken) };
  if (await hasTooManyNames(db, hello.name, shown)) throw tooManyNames(services, hello.name);
  const judgeId = await saveJudge(db, hello, shown);
  if (judgeId === undefined) throw await nameTaken(services, hello.name);
  await announce(db, 'judge.registered', { judgeId });
  await shortenLeases(db, judgeId, Math.round(options.leaseMs * RENEWED_WITHIN));
  const changed = await takeTriedOptions(db, judgeId);
  if (changed.length > 0)
    log.info({ judgeId, languages: changed.join(', ') }, 'a judge has tried new options, which now count');
  await drainLanguages(services);
  await openLanguages(services);
  const { name, slots, mode } = hello;
  log.info({ judgeId, name, slots, mode, languages: hello.languages.length }, 'a judge registered');
  const drained = await findDrained(db, judgeId);
  const wanted = hello.triedOptions ? await tellOptions(db, judgeId) : [];
  return { judgeId, leaseMs: options.leaseMs, progressEveryMs: PROGRESS_EVERY_MS, drained, options: wanted };
}

async function nameTaken({ db, log }: Services, name: string): Promise<ConflictError> {
  const holder = await findHolder(db, name);
  const [token, remedy] =
    holder === null
      ? ['JUDGE_TOKEN of the site', `give it a token of its own, made for the name ${name}`]
      : [`the token ${holder}`, 'revoke that token'];
  const message = `${name} is the name of a judge that shows ${token}: start this judge under another --name, or ${remedy}`;
  log.warn({ name, holder }, 'a judge was refused, because its name belongs to another token');
  return new ConflictError('JUDGE_NAME_TAKEN', message);
}

function tooManyNames({ log }: Services, name: string): ConflictError {
  const message = `the token of ${name} has registered ${MAX_NAMES_OF_TOKEN} names within a day: give judges the same --name at each start, or add a token for some of them`;
  log.warn({ name }, 'a judge was refused, because its token has registered too many names within a day');
  return new ConflictError('TOO_MANY_JUDGE_NAMES', message);
}

/** Adapts the languages to the present judges, and announces changes. */
export async function openLanguages({ db, log }: Services): Promise<void> {
  const changed = await refreshLanguages(db);
  if (changed.length === 0) return;
  for (const [level, names, what] of changesToTell(changed)) {
    if (names.length > 0) log[level]({ languages: names.join(', ') }, what);
  }
  const languages = changed.map(({ id, nonactive, hasJudge }) => ({ id, nonactive, hasJudge }));
  await announce(db, 'languages.changed', { languages });
}

type ChangedLanguage = Awaited<ReturnType<typeof refreshLanguages>>[number];

/** Sorts changed languages by what to say of them: a line for each kind of change, however many languages it is about. */
function changesToTell(changed: readonly ChangedLanguage[]) {
  const namesOf = (isMeant: (language: ChangedLanguage) => boolean) =>
    changed.filter(isMeant).map(({ name }) => name);
  const isClosed = ({ nonactive, wasClosed }: ChangedLanguage) => nonactive && !wasClosed;
  return [
    ['warn', namesOf(isClosed), 'closed these languages: no judge has them any more'],
    ['info', namesOf((one) => !isClosed(one) && one.hasJudge), 'these languages are open and have a judge'],
    [
      'warn',
      namesOf(({ nonactive, hasJudge }) => !nonactive && !hasJudge),
      'no judge with these languages is available now; solutions wait',
    ],
  ] as const;
}

/**
 * Removes the languages of a judge without isolation, which runs what participants send with its own rights.
 * It then gets no work, and supervisors read the reason among its warnings.
 */
function withoutWorkWhenPlain({ log, options }: Services, hello: JudgeHello): JudgeHello {
  if (hello.mode !== 'plain' || options.plainJudges) return hello;
  const reason =
    'This judge has no isolation (SANDBOX_MODE=plain) and gets no work: give it a sandbox, or allow it by PLAIN_JUDGES=on on the site and start the judge again';
  log.warn({ name: hello.name }, reason);
  return { ...hello, languages: [], warnings: [...hello.warnings, reason] };
}
