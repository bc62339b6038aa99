import { z } from 'zod';
import { DoubtedRefusal, drift, type FailureKind, OutsideError } from '#failures.ts';
import type { FormFields } from '#http/form.ts';
import { type OutsideAnswer, type OutsideRequest, unknownOutcome } from '#http/outside-http.ts';
import { familyOf } from '#language-family.ts';
import type { OutsideSystem, RunState, Session } from '#outside-system.ts';
import { parseJson } from '#parse-json.ts';
import { isSameSource } from '#same-source.ts';
import { signInUnlessRefused } from '#sign-in.ts';

const KINDS: Readonly<Record<number, FailureKind>> = {
  ...{ 401: 'signedOut', 409: 'duplicate', 418: 'challenge', 422: 'refused' },
};

const Shown = z.object({
  id: z.number(),
  state: z.enum(['waiting', 'compiling', 'running', 'final']),
  test: z.number().default(0),
  outcome: z
    .object({ verdict: z.string(), test: z.number(), timeMs: z.number(), memoryKb: z.number() })
    .optional(),
});

const Answer = z.object({ id: z.number().nullable(), warning: z.string().optional() });

const Listed = z.object({ id: z.string(), title: z.string() });
const Part = z.object({ problems: z.array(Listed), next: z.number().nullable() });
const Statement = Listed.extend({ html: z.string() });

/** Adapter of the plain stand-in: small, quick and without quirks. */
export const plainSystem: OutsideSystem = {
  type: 'ejudge',
  pace: { requestEveryMs: 0, pollEveryMs: 1, verdictWithinMs: 60_000 },
  maxSourceBytes: 1_000,
  readId: (text) => /^(?:https?:.{1,100}[?]id=)?(\d{1,6})$/.exec(text)?.[1] ?? null,

  async listProblems(session, cursor, scope) {
    const query = { from: cursor ?? 0, scope: scope ?? undefined };
    const { problems, next } = await read(session, { path: 'problems', query }, Part);
    return {
      problems: problems.map(({ id, title }) => ({ foreignId: id, title })),
      nextCursor: next === null ? null : String(next),
    };
  },

  async readProblem(session, foreignId) {
    const { title, html } = await read(session, { path: 'problem', query: { id: foreignId } }, Statement);
    return {
      ...{ foreignId, pdf: null, timeLimitMs: 1_000, memoryLimitKb: 65_536, inputFile: null },
      ...{ outputFile: null, author: null, source: null, tags: [] },
      statements: [{ language: 'en', title, html, samples: [{ input: '1\n', output: '2\n' }] }],
      url: `${session.http.baseUrl}problem?id=${foreignId}`,
    };
  },

  async listLanguages(session) {
    const names = await read(session, { path: 'languages' }, z.array(z.string()));
    return names.map((name) => ({ foreignLanguageId: name, name, ...familyOf(name) }));
  },

  async prepare(session) {
    const form = z.object({ latest: z.number() });
    const { latest } = await read(session, { path: 'form' }, form).catch(async (error: unknown) => {
      if (!(error instanceof OutsideError) || error.kind !== 'signedOut') throw error;
      await signIn(session);
      return read(session, { path: 'form' }, form);
    });
    return { watermark: latest === 0 ? null : String(latest), form: {} };
  },

  async send({ http }, { foreignId, foreignLanguageId, source }) {
    const answer = await http.request({
      ...{ path: 'send', method: 'POST' },
      form: fields({ problem: foreignId, language: foreignLanguageId, source }),
    });
    refuse(answer);
    if (answer.status === 429 && parseJson(answer.text()) !== undefined)
      throw new OutsideError('rate', answer.text()); // says so before it takes anything
    if (answer.status !== 201) throw unknownOutcome(answer, `HTTP ${answer.status} to the send`);
    const { id, warning } = Answer.parse(JSON.parse(answer.text()));
    if (warning !== undefined) throw new DoubtedRefusal(new OutsideError('refused', warning));
    return { runId: id === null ? null : String(id) };
  },

  async findRuns(session, { submission, watermark }) {
    const { foreignId: problem, foreignLanguageId: language, source: sent } = submission;
    const query = { problem, language, after: watermark ?? '0' };
    const rows = z.array(z.object({ id: z.number(), sentAtMs: z.number(), source: z.string().nullable() }));
    return (await read(session, { path: 'runs', query }, rows)).map(({ id, sentAtMs, source }) => ({
      ...{ runId: String(id), sentAtMs },
      hasSameSource: source === null ? null : isSameSource(source, sent),
    }));
  },

  async poll(session, runs) {
    const query = { ids: runs.map(({ runId }) => runId).join() };
    return (await read(session, { path: 'states', query }, z.array(Shown))).map(stateOf);
  },

  async readCompilationLog(session, { runId }) {
    return (await read(session, { path: 'words', query: { id: runId } }, z.object({ words: z.string() })))
      .words;
  },

  async checkAccount(session) {
    await signIn(session);
    return { name: session.credentials?.login ?? '', authorId: session.credentials?.login ?? '' };
  },
};

const VERDICTS: Readonly<Record<string, RunState['verdict']>> = {
  ...{ OK: 'accepted', WA: 'wrongAnswer', CE: 'compilationError', TL: 'timeLimit' },
};

function stateOf({ id, state, test, outcome }: z.infer<typeof Shown>): RunState {
  const verdict = (outcome && VERDICTS[outcome.verdict]) ?? null;
  return {
    runId: String(id),
    state: state === 'final' && verdict === null ? 'unknown' : state,
    verdict,
    foreignVerdict: outcome?.verdict ?? state,
    testNumber: outcome?.test ?? test,
    timeMs: outcome?.timeMs ?? null,
    memoryKb: outcome?.memoryKb ?? null,
    score: null,
  };
}

const fields = (values: Record<string, string>): FormFields => ({
  as: 'urlencoded',
  fields: Object.entries(values),
});

function signIn(session: Session): Promise<void> {
  const { http, credentials } = session;
  const form = fields({ login: credentials?.login ?? '', password: credentials?.password ?? '' });
  return signInUnlessRefused(session, async () =>
    refuse(await http.request({ path: 'sign-in', method: 'POST', isHarmless: true, form })),
  );
}

function refuse(answer: OutsideAnswer): void {
  const kind = KINDS[answer.status];
  if (kind) throw new OutsideError(kind, answer.text(), { evidence: answer.evidence() });
}

async function read<Value>(
  { http }: Session,
  request: OutsideRequest,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const answer = await http.request(request);
  refuse(answer);
  const value = schema.safeParse(parseJson(answer.text()));
  if (!value.success) throw drift('JSON', answer.evidence());
  return value.data;
}
