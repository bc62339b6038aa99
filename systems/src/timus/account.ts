import { OutsideError } from '#failures.ts';
import type { OutsideAnswer } from '#http/outside-http.ts';
import type { AccountHealth, PolledRun, Session } from '#outside-system.ts';
import { cleanLog } from '#pages/compiler-log.ts';
import { toPage } from '#pages/get-page.ts';
import { lineOf } from '#pages/plain-text.ts';
import { compareSources } from '#same-source.ts';

/** Reads the number of the author in a JUDGE_ID such as `123456AB`. @throws {OutsideError} `signedOut` */
export function authorIdOf({ credentials }: Session): string {
  const authorId = /^(\d{1,9})[A-Za-z]{1,6}$/.exec(credentials?.judgeId ?? '')?.[1];
  if (authorId === undefined) throw new OutsideError('signedOut', 'A JUDGE_ID is a number and letters');
  return authorId;
}

/** Checks JUDGE_ID and, where there is one, the password. */
export async function checkAccount(session: Session): Promise<AccountHealth> {
  const authorId = authorIdOf(session);
  const { judgeId = '', password } = session.credentials ?? {};
  const answer = password
    ? await post(session, 'authedit.aspx', { Action: 'edit', JudgeID: judgeId, Password: password })
    : await signIn(session, '/');
  if (answer.status === 200) throw refusalOf(answer);
  if (!isRedirect(answer)) throw toPage(answer).lacks('a redirect after the sign-in');
  return { name: await readName(session, authorId), authorId };
}

/** Reads what the compiler said; the log is shown to its author only. */
export async function readLog(session: Session, { runId }: PolledRun): Promise<string | null> {
  const path = `/ce.aspx?id=${runId}`;
  const asked = await session.http.request({ path });
  if (isPlain(asked)) return cleanLog(asked.text());
  await signIn(session, path);
  const again = await session.http.request({ path });
  return isPlain(again) ? cleanLog(again.text()) : null;
}

/** Compares the source of a run, which only a password opens. @returns null when it cannot be read */
export async function readSource(
  session: Session,
  { runId, sourcePath }: { runId: string; sourcePath: string | null },
  sent: string,
): Promise<boolean | null> {
  const { judgeId = '', password } = session.credentials ?? {};
  if (!password) return null;
  const fields = { Action: 'getsubmit', JudgeID: judgeId, Password: password };
  const answer = await post(session, sourcePath ?? `getsubmit.aspx/${runId}.txt`, fields);
  return isPlain(answer) ? compareSources(answer.text(), sent) : null;
}

function signIn(session: Session, source: string) {
  const judgeId = session.credentials?.judgeId ?? '';
  return post(session, 'auth.aspx', { Action: 'login', Source: source, JudgeID: judgeId });
}

async function post({ http }: Session, path: string, fields: Readonly<Record<string, string>>) {
  const form = { as: 'urlencoded', fields: Object.entries(fields) } as const;
  const answer = await http.request({ path, method: 'POST', isHarmless: true, form });
  if (answer.status >= 500)
    throw new OutsideError('down', `HTTP ${answer.status}`, { evidence: answer.evidence() });
  return answer;
}

const isPlain = ({ status, headers }: OutsideAnswer) =>
  status === 200 && (headers.get('content-type') ?? '').startsWith('text/plain');

const isRedirect = ({ status, headers }: OutsideAnswer) =>
  status >= 300 && status < 400 && headers.has('location');

/** A form that comes again refuses the sign-in; anything else is no form of the site. */
function refusalOf(answer: OutsideAnswer): OutsideError {
  const page = toPage(answer);
  if (page.$('input[name="JudgeID"]').length === 0) return page.lacks('input[name=JudgeID]');
  const red = page.$('td[style*="olor"]').first();
  return new OutsideError('signedOut', lineOf(red).slice(0, 300) || 'Timus refuses this JUDGE_ID');
}

/** Reads the name of an author; pages of authors only decorate, so one without it gives the number. */
async function readName({ http }: Session, authorId: string): Promise<string> {
  const answer = await http.request({ path: 'author.aspx', query: { id: authorId, locale: 'en' } });
  const name = answer.status === 200 ? lineOf(toPage(answer).$('h2.author_name')).slice(0, 100) : '';
  return name || authorId;
}
