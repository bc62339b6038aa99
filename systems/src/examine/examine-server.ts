import { type FailureKind, OutsideError } from '#failures.ts';
import { openOutsideHttp } from '#http/outside-http.ts';
import { createPacer } from '#http/pacer.ts';
import type { OutsideSystem, Session } from '#outside-system.ts';
import { createRedactor } from '#relay/redact.ts';
import { isReadable, secretsOf } from '#relay/session-essence.ts';

/** A server with what is stored of it. */
export interface ExaminedServer {
  url: string;
  settings: Readonly<Record<string, string>>;
  accounts: readonly ExaminedAccount[];
  /** Contest whose list is read; null: the whole list, or none where lists are of contests. */
  scope: string | null;
  /** Problem that is read; null: the first one that is listed. */
  foreignId: string | null;
}

export interface ExaminedAccount {
  name: string;
  /** Null: they were encrypted with another key. */
  credentials: Readonly<Record<string, string>> | null;
  session: string | null;
  authorId: string | null;
}

/** Outcome of one look at a server. */
export interface Finding {
  look: 'account' | 'list' | 'problem' | 'languages';
  /** Account or problem that was looked at; empty for the others. */
  subject: string;
  /** Null: it works. `sealed`: the account does not open with the key of this machine. */
  failure: FailureKind | 'sealed' | 'other' | null;
  /** What was seen, without secrets. */
  text: string;
}

export interface Examination {
  findings: Finding[];
  /** Sessions that the looks have changed, by the position of their account. */
  sessions: ReadonlyMap<number, string>;
}

/**
 * Looks at a server as a relay uses it: signs in with each account, reads the list, one problem and the languages.
 * Nothing is sent. A failure of one look does not end the others.
 */
export async function examineServer(
  system: OutsideSystem,
  server: ExaminedServer,
  nowMs: () => number = Date.now,
): Promise<Examination> {
  const pacer = createPacer(system.pace.requestEveryMs);
  const redact = createRedactor(server.accounts.flatMap(secretsOfAccount));
  const findings: Finding[] = [];
  const sessions = new Map<number, string>();

  async function look<Seen>(
    kind: Finding['look'],
    subject: string,
    see: () => Promise<{ text: string; seen: Seen }>,
  ): Promise<Seen | null> {
    try {
      const { text, seen } = await see();
      findings.push({ look: kind, subject, failure: null, text: redact(text) });
      return seen;
    } catch (error) {
      const failure = error instanceof OutsideError ? error.kind : 'other';
      findings.push({ look: kind, subject, failure, text: redact((error as Error).message) });
      return null;
    }
  }

  function open({ credentials, session: stored, authorId }: Omit<ExaminedAccount, 'name'>): Session {
    const cookies = stored !== null && isReadable(stored) ? stored : null;
    const charset = system.charset === undefined ? {} : { charset: system.charset };
    const http = openOutsideHttp({ baseUrl: server.url, pacer, cookies, ...charset });
    return { http, credentials, settings: server.settings, authorId, nowMs };
  }

  async function signIn(account: ExaminedAccount, position: number): Promise<Session | null> {
    if (account.credentials === null) {
      const text = 'encrypted with another SETTINGS_KEY: enter its secrets again';
      findings.push({ look: 'account', subject: account.name, failure: 'sealed', text });
      return null;
    }
    const session = open(account);
    const health = await look('account', account.name, async () => {
      const seen = await system.checkAccount(session);
      return { seen, text: `signed in as ${seen.name}` };
    });
    sessions.set(position, session.http.exportCookies());
    return health && session;
  }

  const signedIn: Session[] = [];
  for (const [position, account] of server.accounts.entries()) {
    const session = await signIn(account, position);
    if (session) signedIn.push(session);
  }
  const reader = signedIn[0] ?? open({ credentials: null, session: null, authorId: null });

  const listed = await look('list', server.scope ?? '', async () => {
    const { problems, nextCursor } = await system.listProblems(reader, null, server.scope);
    const more = nextCursor === null ? '' : ' in its first part';
    return { seen: problems[0]?.foreignId ?? null, text: `${problems.length} problems${more}` };
  });
  const foreignId = server.foreignId ?? listed;
  if (foreignId === null) return { findings, sessions };
  await look('problem', foreignId, async () => {
    const { statements, pdf, timeLimitMs, memoryLimitKb } = await system.readProblem(reader, foreignId);
    const texts = statements.map(({ language, title }) => `${language}: ${title}`);
    const limits = [
      timeLimitMs === null ? [] : `${timeLimitMs} ms`,
      memoryLimitKb === null ? [] : `${memoryLimitKb} KB`,
    ];
    return { seen: null, text: [texts, pdf ? ['PDF'] : [], ...limits].flat().join(', ') };
  });
  await look('languages', '', async () => {
    const languages = await system.listLanguages(reader, foreignId);
    return { seen: null, text: `${languages.length} languages` };
  });
  return { findings, sessions };
}

const secretsOfAccount = ({ credentials, session }: ExaminedAccount) => [
  ...Object.values(credentials ?? {}),
  ...(session !== null && isReadable(session) ? secretsOf(session) : []),
];
