import { z } from 'zod';
import { type Account, readAccount } from '#ejudge/account.ts';
import { type Envelope, errorOf, readBody, readEnvelope } from '#ejudge/read-envelope.ts';
import { type Role, readSettings, type ServerSettings } from '#ejudge/server-settings.ts';
import { drift, type Evidence, OutsideError } from '#failures.ts';
import type { FilePart, FormFields } from '#http/form.ts';
import type { OutsideAnswer } from '#http/outside-http.ts';
import type { Session } from '#outside-system.ts';
import { signInUnlessRefused } from '#sign-in.ts';

/*
 * Calls go to `/ej/api/v1/<role>/<action>` or, on servers without those addresses, to the programs
 * `/cgi-bin/new-<role>?action=…&json=1`. Parameters are a query or a form; a JSON body is not understood. An API key
 * is a header. A session is a pair per contest: SID is a parameter, EJSID a cookie. Both are kept with the account's
 * cookies, so that a later process goes on with them.
 */

/** A call. */
export interface Call {
  contestId: number;
  /** `participant` reads and sends for itself; the jury's calls are of `judge` or `master`. */
  as: Role;
  action: string;
  params?: Readonly<Record<string, string | number>>;
  /** Largest answer in bytes. */
  maxBytes?: number;
}

/** Fields of a form that has a file, in their order. */
export type Upload = readonly (readonly [name: string, value: string | FilePart])[];

/** What a send came to. */
export interface SendAnswer {
  envelope: Envelope | null;
  answer: OutsideAnswer;
  evidence: Evidence;
}

const PROGRAMS = { participant: 'client', judge: 'judge', master: 'master' } as const;

/** Calls as one account of one server. */
export interface Caller {
  settings: ServerSettings;
  account: Account;
  /** Asks for values. @throws {OutsideError} of the kind that the refusal or the page means */
  ask<Schema extends z.ZodType>(call: Call, schema: Schema): Promise<z.output<Schema>>;
  /** Asks for values that may be none. @returns null when the refusal has that symbol */
  askFor<Schema extends z.ZodType>(
    call: Call,
    schema: Schema,
    absent: string,
  ): Promise<z.output<Schema> | null>;
  /** Asks for something that is no JSON: a statement, a source, a report. Refusals are errors here, too. */
  fetch(call: Call): Promise<OutsideAnswer>;
  /** Sends a form with exactly one request, as the session is now. @throws {Error} whatever the request throws */
  send(call: Call, upload: Upload): Promise<SendAnswer>;
  /** Signs in afresh. @returns who that is */
  signIn(contestId: number): Promise<SignedIn>;
}

const SignedIn = z.object({
  SID: z.string().regex(/^[0-9a-f]{1,16}$/i),
  EJSID: z.string().regex(/^[0-9a-f]{1,16}$/i),
  user_id: z.int(),
  user_login: z.string(),
});
type SignedIn = z.output<typeof SignedIn>;

/** Opens calls of an account. */
export function openCaller(session: Session): Caller {
  const settings = readSettings(session.settings);
  const account = readAccount(session, settings);

  const signIn = (contestId: number) =>
    signInUnlessRefused(session, () => signInTo(contestId), String(contestId));

  async function signInTo(contestId: number): Promise<SignedIn> {
    if (account.by === 'key') throw new OutsideError('signedOut', 'An API key does not sign in');
    const { login, password } = account;
    const fields = { contest_id: contestId, login, password };
    const call = { contestId, as: 'participant', action: 'login-json' } as const;
    const answer = await session.http.request({
      ...addressOf(call),
      ...{ method: 'POST', isHarmless: true },
      form: urlencoded({ ...commonOf(call), ...fields }),
    });
    // Without evidence: the answer has the session in it.
    const pair = readBody(SignedIn, bodyOf(answer, call.action), call.action);
    session.http.keep(keptName(contestId), `${pair.SID}-${pair.EJSID}`);
    return pair;
  }

  function addressOf({ as, action }: Pick<Call, 'as' | 'action'>): { path: string } {
    const { apiPath, cgiPath } = settings;
    const program = PROGRAMS[as];
    return { path: apiPath === null ? `${cgiPath}new-${program}` : `${apiPath}${program}/${action}` };
  }

  /** What a call has beside its own parameters: the programs are told what to do and how to answer. */
  const commonOf = ({ action }: Pick<Call, 'action'>): Record<string, string> =>
    settings.apiPath === null ? { action, json: '1' } : {};

  async function proofOf(contestId: number) {
    if (account.by === 'key') {
      const headers = { authorization: `Bearer ${account.key}`, 'x-contest-id': String(contestId) };
      return { headers, params: { contest_id: contestId } };
    }
    const stored = session.http.kept(keptName(contestId)) ?? '';
    const pair = stored === '' ? await signIn(contestId) : pairOf(stored);
    return { headers: { cookie: `EJSID=${pair.EJSID}` }, params: { SID: pair.SID } };
  }

  async function get(call: Call): Promise<OutsideAnswer> {
    const { headers, params } = await proofOf(call.contestId);
    const query = { ...commonOf(call), ...params, ...call.params };
    const { maxBytes } = call;
    return session.http.request({
      ...addressOf(call),
      ...{ headers, query, follow: false },
      ...(maxBytes === undefined ? {} : { maxBytes }),
    });
  }

  /** Asks once more after a sign-in when the session has ended. */
  async function getSignedIn(call: Call): Promise<OutsideAnswer> {
    const answer = await get(call);
    if (account.by === 'key' || !isRefusal(answer, SESSION_LOST)) return answer;
    await signIn(call.contestId);
    return get(call);
  }

  return {
    settings,
    account,
    signIn,
    async ask(call, schema) {
      return valuesOf(await getSignedIn(call), call, schema);
    },
    async askFor(call, schema, absent) {
      const answer = await getSignedIn(call);
      return isRefusal(answer, absent) ? null : valuesOf(answer, call, schema);
    },
    async fetch(call) {
      const answer = await getSignedIn(call);
      const refused = looksLikeJson(answer) ? readEnvelope(answer.text()) : null;
      if (refused !== null || answer.status !== 200) bodyOf(answer, call.action);
      return answer;
    },
    async send(call, upload) {
      const { headers, params } = await proofOf(call.contestId);
      const fields = Object.entries({ ...commonOf(call), ...params, ...call.params });
      const form: FormFields = {
        as: 'multipart',
        fields: [...fields.map(([name, value]) => [name, String(value)] as const), ...upload],
      };
      const answer = await session.http.request({ ...addressOf(call), method: 'POST', headers, form });
      const envelope = readEnvelope(answer.text());
      if (envelope?.ok === false && envelope.refusal.symbol === SESSION_LOST) forget(call.contestId);
      return { envelope, answer, evidence: evidenceOf(answer) };
    },
  };

  function forget(contestId: number): void {
    if (account.by === 'password') session.http.keep(keptName(contestId), '');
  }
}

const SESSION_LOST = 'ERR_INV_SESSION';

const keptName = (contestId: number) => `session-${contestId}`;

function pairOf(stored: string): Pick<SignedIn, 'SID' | 'EJSID'> {
  const [SID = '', EJSID = ''] = stored.split('-');
  return { SID, EJSID };
}

function urlencoded(fields: Readonly<Record<string, string | number>>): FormFields {
  return {
    as: 'urlencoded',
    fields: Object.entries(fields).map(([name, value]) => [name, String(value)] as const),
  };
}

function valuesOf<Schema extends z.ZodType>(answer: OutsideAnswer, { action }: Call, schema: Schema) {
  return readBody(schema, bodyOf(answer, action), action, evidenceOf(answer));
}

/** Body of an answer. @throws {OutsideError} when it is a refusal or none of ours */
function bodyOf(answer: OutsideAnswer, action: string): unknown {
  const envelope = readEnvelope(answer.text());
  if (envelope?.ok === true) return envelope.body;
  const evidence = evidenceOf(answer);
  if (envelope === null) throw strangeAnswer(answer, action, evidence);
  throw errorOf(envelope.refusal, evidence) ?? drift(`${action}: ${envelope.refusal.message}`, evidence);
}

function strangeAnswer({ status }: OutsideAnswer, action: string, evidence: Evidence): OutsideError {
  if (status >= 500) return new OutsideError('down', `HTTP ${status}`, { evidence });
  if (status === 401 || status === 403) return new OutsideError('signedOut', `HTTP ${status}`, { evidence });
  return drift(`${action} is not answered with JSON (HTTP ${status})`, evidence);
}

const looksLikeJson = ({ headers }: OutsideAnswer) =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

function isRefusal(answer: OutsideAnswer, symbol: string): boolean {
  if (!looksLikeJson(answer)) return false;
  const envelope = readEnvelope(answer.text());
  return envelope?.ok === false && envelope.refusal.symbol === symbol;
}

/** The answer for supervisors, without the session in its address. */
function evidenceOf(answer: OutsideAnswer): Evidence {
  const evidence = answer.evidence();
  return { ...evidence, url: evidence.url.split('?', 1).join('') };
}
