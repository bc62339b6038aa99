import { type Outcome, outcomeOf, shownAt } from '#stand-ins/judge-model.ts';
import {
  createClock,
  escapeHtml,
  type Received,
  type Reply,
  redirect,
  type StandIn,
  startStandIn,
} from '#stand-ins/stand-in.ts';
import {
  YANDEX_COMPILERS,
  type YandexProblem,
  type YandexRun,
  yandexProblems,
  yandexStatement,
} from '#stand-ins/yandex-statement.ts';

/** Habits that tests change. */
export interface SiteKnobs {
  /** Value of the cookie that is signed in. */
  session: string;
  /** Token of forms; a changed one makes forms stale that were read before. */
  sk: string;
  hasEntered: boolean;
  /** Form of the entrance; null: the contest lets nobody in. */
  entrance: 'register' | 'startVirtual' | null;
  attempts: number;
  /** Time in ms after which a run appears in the table. */
  appearsAfterMs: number;
  reportsAreOpen: boolean;
  words: 'ru' | 'en';
  /** Whether verdicts are full words. */
  fullWords: boolean;
  /** How a source that was sent before is refused. */
  duplicates: 'error' | 'warning';
  /** Warning that every page of problems has. */
  notice: string;
  pageSize: number;
  /** State that an import of an archive comes to. */
  archive: 'running' | 'done' | 'failed';
}

export interface YandexStandIn extends StandIn {
  runs: YandexRun[];
  problems: YandexProblem[];
  knobs: SiteKnobs;
  /** Archives as they came. */
  archives: { name: string; content: Buffer }[];
  /** Adds a run, as a human with the same account would. */
  addRun(run: Partial<YandexRun>): YandexRun;
}

const SHORT: Record<Outcome['verdict'], string> = {
  ...{ OK: 'OK', WA: 'WA', CE: 'CE', RE: 'RE', PE: 'PE', OL: 'OL', TL: 'TL', ML: 'ML', IL: 'IL', RF: 'PCF' },
  ...{
    FAIL: 'не удалось протестировать',
    IGNORED: 'Ignored',
    STRANGE: 'Лунная ошибка',
    NEVER: 'Тестируется',
  },
};

const FULL: Partial<typeof SHORT> = {
  ...{ WA: 'Wrong answer', CE: 'Compilation error', RE: 'Runtime error', PE: 'Presentation error' },
  ...{ OL: 'Output limit exceeded', TL: 'Time limit exceeded', ML: 'Memory limit exceeded', FAIL: 'Crash' },
};

const HEADINGS = {
  ru: [
    'Время посылки',
    'ID',
    'Задача',
    'Компилятор',
    'Вердикт',
    'Тип посылки',
    'Время',
    'Память',
    'Тест',
    'Баллы',
    '',
  ],
  en: [
    'Time',
    'ID',
    'Problem',
    'Compiler',
    'Verdict',
    'Submission type',
    'Time',
    'Memory',
    'Test',
    'Score',
    '',
  ],
};

/** Starts a stand-in of the site with contest 7001, whose problems are those of `yandexProblems`. */
export async function startYandex(): Promise<YandexStandIn> {
  const clock = createClock();
  const problems = yandexProblems();
  const runs: YandexRun[] = [];
  const archives: YandexStandIn['archives'] = [];
  const knobs: SiteKnobs = {
    ...{
      session: 'session-1',
      sk: 'u0123456789abcdef0123456789abcdef',
      hasEntered: true,
      entrance: 'register',
    },
    ...{ attempts: 100, appearsAfterMs: 0, reportsAreOpen: true, words: 'ru', fullWords: false },
    ...{ duplicates: 'error', notice: '', pageSize: 50, archive: 'running' },
  };
  let warning = '';

  function addRun(run: Partial<YandexRun>): YandexRun {
    const added: YandexRun = {
      ...{
        id: 33_709_901 + runs.length * 7,
        contestId: '7001',
        alias: 'A',
        compiler: 'gcc_cpp20',
        source: '',
      },
      ...{ sentAtMs: clock.nowMs(), outcome: outcomeOf(run.source ?? '') },
      ...run,
    };
    runs.push(added);
    return added;
  }

  function answer(received: Received): Reply {
    const { path, cookies } = received;
    if (path === '/showcaptcha') return page('<form action="/checkcaptcha"><img src="captcha.png"></form>');
    if (cookies.get('Session_id') !== knobs.session) {
      return redirect(`https://passport.yandex.ru/auth?retpath=${encodeURIComponent(path)}`);
    }
    if (path === '/') return page('<div class="header"><span class="user__login">pool-1</span></div>');
    if (path.startsWith('/admin/')) return admin(received);
    const [, contestId = '', rest = ''] = /^\/contest\/(\d+)\/(.*)$/.exec(path) ?? [];
    if (contestId !== '7001')
      return { status: 404, body: '<p class="msg msg_type_warn">Нет такого соревнования</p>' };
    if (rest === 'enter/') return entrance(received);
    if (!knobs.hasEntered) return redirect('/contest/7001/enter/?retPage=');
    return contest(received, rest);
  }

  function entrance({ method, form }: Received): Reply {
    if (method === 'GET') {
      const fields = `<input type="hidden" name="sk" value="${knobs.sk}"><input type="hidden" name="retpath" value="/contest/7001/problems/">`;
      const action = `<input type="hidden" name="action" value="${knobs.entrance}">`;
      return page(
        `<div class="content__info">${knobs.entrance ? `<form method="post">${fields}${action}</form>` : ''}</div>`,
      );
    }
    if (form.text('sk') !== knobs.sk || form.text('action') !== knobs.entrance) {
      return redirect('/contest/7001/enter/?error=wrong-form');
    }
    knobs.hasEntered = true;
    return redirect('/contest/7001/problems/');
  }

  function contest(received: Received, rest: string): Reply {
    const { method, query } = received;
    if (rest === 'problems/') return page(`${tabs()}${problemBlock(problems[0], query)}`);
    const alias = /^problems\/([^/]+)\/$/.exec(rest)?.[1];
    if (alias !== undefined) {
      const problem = problems.find((each) => each.alias === alias);
      return problem ? page(`${tabs()}${problemBlock(problem, query)}`) : { status: 404, body: 'Нет' };
    }
    if (rest === 'submits/') return page(submits(query));
    if (rest === 'submit/' && method === 'POST') return submit(received);
    const [, part, id] = /^(run-report|download-source)\/(\d+)\/$/.exec(rest) ?? [];
    const run = runs.find((each) => each.id === Number(id));
    if (!run) return { status: 404, body: 'Нет' };
    if (!knobs.reportsAreOpen) return { status: 403, body: '<p class="msg msg_type_warn">Отчёт закрыт</p>' };
    if (part === 'download-source') {
      return { headers: { 'content-type': 'application/octet-stream' }, body: run.source };
    }
    return page(
      `<div class="snippet snippet_role_log"><div id="uniq1:hidden-info:compile-log"><pre class="source source_type_text">solution.cpp:1: &lt;no snow&gt;\u0007</pre></div></div><table class="table table_role_tests-list"></table>`,
    );
  }

  function page(body: string): Reply {
    const shown = warning === '' ? '' : `<div class="msg msg_type_warn"><img>${escapeHtml(warning)}</div>`;
    warning = '';
    const notice =
      knobs.notice === '' ? '' : `<div class="msg msg_type_warn">${escapeHtml(knobs.notice)}</div>`;
    return {
      body: `<!DOCTYPE html><html><body class="b-page"><form action="/logout/"><input type="hidden" name="sk" value="${knobs.sk}"></form>${notice}${shown}<div class="page__main">${body}</div></body></html>`,
    };
  }

  function tabs(): string {
    const items = problems.map(
      ({ alias, title }) =>
        `<li class="tabs-menu__tab"><a class="link" href="/contest/7001/problems/${alias}/"><span class="tabs-menu__tab-content-text">${alias}. ${title.ru}</span></a></li>`,
    );
    return `<div class="contest-head__item contest-head__item_role_title">Зимний кубок</div><ul class="tabs-menu tabs-menu_role_problems">${items.join('')}</ul>`;
  }

  function problemBlock(problem: YandexProblem | undefined, query: URLSearchParams): string {
    if (!problem) return '';
    const { alias, problemId, compilers } = problem;
    const statement = yandexStatement(problem, query.get('lang') === 'en' ? 'en' : 'ru');
    const data = escapeHtml(
      JSON.stringify({
        solution: { id: `${problemId}@compilerId`, problemId, maxFileSize: 262144, validation: {} },
      }),
    );
    const options = compilers.map(
      (id) => `<option class="select__option" value="${id}">${YANDEX_COMPILERS[id] ?? id}</option>`,
    );
    return `<form class="problem" action="/contest/7001/submit/" method="post" enctype="multipart/form-data"><fieldset class="problem__item">
<div class="problem__statement text" data-bem="{&quot;problem__statement&quot;:{}}">${statement}</div><a name="${problemId}"></a>
<div class="problem__solution"><div class="solution solution_type_compiler-list i-bem" data-bem="${data}"><span class="select">
<select class="select__control" name="${problemId}@compilerId">${options.join('')}</select></span></div>
<input type="radio" name="${problemId}@solution" value="text"><textarea name="${problemId}@text"></textarea></div></fieldset>
<div class="problem__send"><input type="hidden" name="sk" value="${knobs.sk}"><input type="hidden" name="retpath" value="https://contest.yandex.ru/contest/7001/problems/${alias}/#${problemId}"></div>
<div class="problem__attempts"><div class="msg msg_type_info">осталось ${knobs.attempts} попыток</div></div></form>`;
  }

  function submits(query: URLSearchParams): string {
    const visible = runs
      .filter(({ sentAtMs }) => clock.nowMs() - sentAtMs >= knobs.appearsAfterMs)
      .toReversed();
    const form = `<form><select name="problemId"><option value="${problems[0]?.problemId}">A</option></select></form>`;
    if (visible.length === 0) return form;
    const number = Number(query.get('p') ?? 1);
    const rows = visible.slice((number - 1) * knobs.pageSize, number * knobs.pageSize).map(rowOf);
    const headings = HEADINGS[knobs.words].map((text) => `<th class="table__header">${text}</th>`);
    return `${form}<div class="table__hook"><table class="table table_role_submits i-bem"><thead class="table__head"><tr class="table__row">${headings.join('')}</tr></thead>
<tbody class="table__body">${rows.join('\n')}</tbody></table></div>`;
  }

  function rowOf(run: YandexRun): string {
    const shown = shownAt(run.outcome, run.sentAtMs, clock);
    const { verdict, test, timeMs, memoryKb } =
      shown.state === 'final'
        ? shown.outcome
        : { verdict: 'NEVER' as const, test: 0, timeMs: null, memoryKb: 0 };
    const words = (knobs.fullWords ? FULL[verdict] : undefined) ?? SHORT[verdict];
    const shownTest = shown.state === 'running' ? shown.test : test;
    const moment = escapeHtml(
      JSON.stringify({ 'time-local': { timestamp: run.sentAtMs, format: 'DD MMM' } }),
    );
    const cells = [
      `<div class="table__data table__data_type_time"><time class="time-local i-bem" data-bem="${moment}"></time></div>`,
      ...[
        `${run.id}`,
        `<div class="table__data popupable">${run.alias}</div>`,
        YANDEX_COMPILERS[run.compiler] ?? '',
      ],
      `<div class="table__data"><a class="link" href="/contest/7001/run-report/${run.id}/">${words}</a></div>`,
      ...[
        '-',
        timeMs === null ? '-' : `${timeMs}ms`,
        timeMs === null ? '-' : `${(memoryKb / 1024).toFixed(2)}Mb`,
      ],
      ...[shownTest > 0 ? `${shownTest}` : '-', '-'],
      `<div class="table__data"><a class="link" href="/contest/7001/run-report/${run.id}/">отчёт</a></div>`,
    ];
    return `<tr class="table__row">${cells.map((cell) => `<td class="table__cell">${cell}</td>`).join('')}</tr>`;
  }

  function submit({ form }: Received): Reply {
    const back = (form.text('retpath') ?? '').replace('https://contest.yandex.ru', '');
    const refused = (error: string) =>
      redirect(`${back.replace(/#.*/, '')}?error=${encodeURIComponent(error)}`);
    if (form.text('sk') !== knobs.sk) return refused('wrong-sk');
    const field = form.names.find((name) => name.endsWith('@compilerId')) ?? '';
    const problem = problems.find(({ problemId }) => `${problemId}@compilerId` === field);
    const compiler = form.text(field) ?? '';
    if (!problem?.compilers.includes(compiler)) return refused('unknown-compiler');
    if (form.text(`${problem.problemId}@solution`) !== 'text') return refused('empty-solution');
    const source = form.text(`${problem.problemId}@text`) ?? '';
    if (runs.some((run) => run.alias === problem.alias && run.source === source)) {
      if (knobs.duplicates === 'error') return refused('duplicate-submission');
      warning = 'Такое решение уже было отправлено';
      return redirect(back);
    }
    addRun({ alias: problem.alias, compiler, source });
    return redirect(back);
  }

  function admin({ method, path, form }: Received): Reply {
    if (path === '/admin/contests') return page('<meta name="csrf-token" content="csrf-1">');
    if (method === 'POST' && form.text('csrf-token') !== 'csrf-1') return { status: 403, body: 'csrf' };
    if (path === '/admin/create-contest/import-contest') {
      const archive = form.file('contest-archive');
      if (form.text('type') !== 'polygon' || !archive) return { status: 400, body: 'No archive' };
      archives.push(archive);
      return redirect('/admin/create-contest/ejudge-import-request/4321');
    }
    if (path === '/admin/edit-contest/set-max-problem-submissions-count') {
      knobs.attempts = Number(form.text('value'));
      return { body: '{}' };
    }
    if (path !== '/admin/create-contest/ejudge-import-request/4321') return { status: 404, body: 'Нет' };
    const log =
      '<table class="table-condensed"><tr><td>Problem A is uploaded</td><td>12:00</td></tr></table>';
    if (knobs.archive === 'running') return page(log);
    if (knobs.archive === 'failed')
      return page(`<div class="alert alert-danger">Checker is missing</div>${log}`);
    return page(
      `<div class="alert alert-success">Done <a class="pull-right" href="/admin/edit-contest?contestId=7001">open</a></div>${log}`,
    );
  }

  const standIn = await startStandIn(answer, {
    clock,
    accountOf: ({ cookies }) => cookies.get('Session_id') ?? null,
  });
  return { ...standIn, runs, problems, knobs, archives, addRun };
}
