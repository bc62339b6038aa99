import { outcomeOf, shownAt } from '#stand-ins/judge-model.ts';
import { json, type Received, type Reply, type StandIn, startStandIn } from '#stand-ins/stand-in.ts';
import { answerPage, createPlainPages, type PlainPages } from '#testing/plain-problems.ts';

/** Run of the plain system. */
export interface PlainRun {
  id: number;
  login: string;
  problem: string;
  language: string;
  source: string;
  sentAtMs: number;
}

/** Habits that tests change. */
export interface PlainKnobs extends PlainPages {
  password: string;
  /** Shows a captcha instead of the form. */
  challenges: boolean;
  refusesDuplicates: boolean;
  /** Shortest time between two sends of an account. */
  intervalMs: number;
  /** Whether the answer to a send names the run, and whether lists show sources. */
  namesRuns: boolean;
  showsSources: boolean;
  compilerWords: string;
  /** Time that passes with every request of that path. */
  takesMs: Readonly<Record<string, number>>;
}

export interface PlainStandIn extends StandIn {
  runs: PlainRun[];
  knobs: PlainKnobs;
  /** Ends all sessions. */
  signOut(): void;
}

/** Starts a judge without quirks, on which tests of the relay stand. */
export async function startPlainSystem(): Promise<PlainStandIn> {
  const runs: PlainRun[] = [];
  const sessions = new Map<string, string>();
  const knobs: PlainKnobs = {
    ...{ password: 'p&ss word', challenges: false, refusesDuplicates: false, intervalMs: 0 },
    ...{ namesRuns: true, showsSources: true, compilerWords: 'main.c:1: error\u0007: no snow' },
    takesMs: { '/states': 1_000, '/runs': 20_000 },
    ...createPlainPages(),
  };

  function signIn({ form }: Received): Reply {
    const login = form.text('login') ?? '';
    if (form.text('password') !== knobs.password) return json({ error: 'password' }, 401);
    const sid = `session-of-${login}-${sessions.size + 1}`;
    sessions.set(sid, login);
    return { ...json({ login }), headers: { 'set-cookie': `sid=${sid}; path=/` } };
  }

  const own = (login: string) => runs.filter((run) => run.login === login);

  function send({ form }: Received, login: string): Reply {
    const run = {
      ...{
        id: 1_001 + runs.length,
        login,
        problem: form.text('problem') ?? '',
        sentAtMs: standIn.clock.nowMs(),
      },
      ...{ language: form.text('language') ?? '', source: form.text('source') ?? '' },
    };
    const last = own(login).at(-1);
    if (run.source.includes('too long')) return json({ error: 'The source is too long' }, 422);
    if (last && run.sentAtMs - last.sentAtMs < knobs.intervalMs) return json({ error: 'too often' }, 429);
    if (knobs.refusesDuplicates && own(login).some(({ source }) => source === run.source))
      return json({ error: 'duplicate' }, 409);
    runs.push(run);
    return json({ id: knobs.namesRuns ? run.id : null }, 201);
  }

  function list({ query }: Received, login: string): Reply {
    const found = own(login).filter(
      ({ id, problem, language }) =>
        id > Number(query.get('after')) &&
        problem === query.get('problem') &&
        language === query.get('language'),
    );
    return json(
      found.map(({ id, sentAtMs, source }) => ({ id, sentAtMs, source: knobs.showsSources ? source : null })),
    );
  }

  function states({ query }: Received, login: string): Reply {
    const ids = (query.get('ids') ?? '').split(',').map(Number);
    return json(
      own(login)
        .filter(({ id }) => ids.includes(id))
        .map(({ id, source, sentAtMs }) => ({ id, ...shownAt(outcomeOf(source), sentAtMs, standIn.clock) })),
    );
  }

  function answer(received: Received): Reply {
    const { method, path, cookies } = received;
    standIn.clock.advance(knobs.takesMs[path] ?? 0);
    if (path === '/sign-in') return signIn(received);
    const sid = cookies.get('sid') ?? '';
    const login = sessions.get(sid);
    const page = method === 'GET' ? answerPage(knobs, received, login !== undefined) : null;
    if (page) return page;
    if (login === undefined) return json({ error: 'sign in' }, 401);
    if (path === '/states') return states(received, login);
    if (path === '/runs') return list(received, login);
    if (path === '/words') return json({ words: knobs.compilerWords });
    if (knobs.challenges) return json({ error: `captcha for ${sid}` }, 418);
    if (path === '/form') return json({ latest: own(login).at(-1)?.id ?? 0 });
    return method === 'POST' ? send(received, login) : json({ error: 'no such page' }, 404);
  }

  const standIn = await startStandIn(answer, {
    accountOf: ({ cookies }) => sessions.get(cookies.get('sid') ?? '') ?? null,
  });
  return { ...standIn, runs, knobs, signOut: () => sessions.clear() };
}
