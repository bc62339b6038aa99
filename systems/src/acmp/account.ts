import { asksToSignIn, isSignedIn, readAuthorId } from '#acmp/frame.ts';
import { getAcmpPage } from '#acmp/get-acmp-page.ts';
import { openSheet } from '#acmp/read-task.ts';
import { OutsideError } from '#failures.ts';
import type { OutsideHttp } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import type { Page } from '#pages/get-page.ts';
import { signInUnlessRefused } from '#sign-in.ts';

/** Page of a task with the form for solutions, and whose form it is. */
export interface OpenTask {
  page: Page;
  authorId: string;
}

/** Numbers of users that open connections have; lists of runs are asked by them. */
const AUTHORS = new WeakMap<OutsideHttp, string>();

/** Opens a task, and signs in once where the session has none or has lost it. @throws {OutsideError} `signedOut` */
export async function openTask(session: Session, foreignId: string): Promise<OpenTask> {
  const page = await getTask(session, foreignId);
  if (isSignedIn(page)) return known(session, page);
  return openTaskAnew(session, foreignId);
}

/** Signs in and opens a task. @throws {OutsideError} `signedOut` when the site refuses login or password */
export function openTaskAnew(session: Session, foreignId: string): Promise<OpenTask> {
  return signInUnlessRefused(session, async () => {
    await signIn(session);
    const page = await getTask(session, foreignId);
    if (!isSignedIn(page)) throw new OutsideError('signedOut', 'acmp.ru refuses this login or password');
    return known(session, page);
  });
}

/** Tells the number of the user. @param foreignId task that is opened where the number is not known yet */
export async function authorIdOf(session: Session, foreignId: string): Promise<string> {
  return session.authorId ?? AUTHORS.get(session.http) ?? (await openTask(session, foreignId)).authorId;
}

function known({ http }: Session, page: Page): OpenTask {
  const authorId = readAuthorId(page);
  AUTHORS.set(http, authorId);
  return { page, authorId };
}

/** Gets a task of which it is certain whether it is open for solutions. */
async function getTask({ http }: Session, foreignId: string): Promise<Page> {
  const page = await getAcmpPage(http, { main: 'task', id_task: foreignId });
  openSheet(page, foreignId);
  if (!isSignedIn(page) && !asksToSignIn(page))
    throw page.lacks('the form for solutions, or why it is not there');
  return page;
}

async function signIn({ http, credentials, nowMs }: Session): Promise<void> {
  if (!credentials) throw new OutsideError('signedOut', 'acmp.ru needs an account for this');
  const { login = '', password = '' } = credentials;
  const fields = [['lgn', login] as const, ['password', password] as const];
  const path = `index.asp?main=enter&r=${nowMs()}`;
  const form = { as: 'urlencoded', fields } as const;
  const answer = await http.request({ path, method: 'POST', isHarmless: true, form });
  if (answer.status >= 500)
    throw new OutsideError('down', `HTTP ${answer.status}`, { evidence: answer.evidence() });
}
