import iconv from 'iconv-lite';
import {
  type AcmpTask,
  framed,
  listPage,
  sourcePage,
  statusPage,
  taskPage,
  type Viewer,
} from '#stand-ins/acmp-pages.ts';
import { createRunBook, type RunBook } from '#stand-ins/run-book.ts';
import {
  createClock,
  type Received,
  type Reply,
  redirect,
  type StandIn,
  startStandIn,
  type VirtualClock,
} from '#stand-ins/stand-in.ts';

/** Stand-in of acmp.ru: windows-1251 both ways, answers that do not tell whether a solution was taken. */
export interface AcmpStandIn extends StandIn {
  book: RunBook;
  tasks: AcmpTask[];
  /** Ends all sessions, as a restart of the site does. */
  forgetSessions(): void;
}

export interface AcmpAccount extends Viewer {
  password: string;
}

export interface AcmpOptions {
  accounts?: readonly AcmpAccount[];
  /** Time in ms for which the list does not show a new run. */
  rowDelayMs?: number;
  /** Content type of pages; sites of this age may name no charset. */
  contentType?: string;
  rowsPerPage?: number;
  clock?: VirtualClock;
}

export const ACMP_ACCOUNT: AcmpAccount = { id: '333835', login: 'balloon', password: 'луна' };

export const ACMP_LANGUAGES = [
  ['CPP', 'MinGW GNU C++ 13.1.0'],
  ['PY', 'Python 3.11.0'],
  ['JAVA', 'Java SE JDK 16.0.1'],
  ['PP', 'PascalABC.NET 3.8.3'],
] as const;

/** Shortest time in ms between two solutions of a user; the real one is not known. */
const INTERVAL_MS = 30_000;
const STATUS_ROWS = 20;
const CHARSET = 'windows-1251';

export const ACMP_TASKS: readonly AcmpTask[] = [
  {
    id: '1',
    title: 'A+B на Луне',
    limits: 'Время: 1 сек. Память: 16 Мб Сложность: 2%',
    legend:
      '<p class=text>Сложите a<=b, где 0<n<5 и n > 1.</p><h2>Входные данные</h2><p class=text>Числа.</p><h2>Выходные данные</h2><p class=text>Сумма.</p>',
    samples: [['2 3', '5']],
  },
  {
    id: '2',
    title: 'Кратеры',
    limits: 'Время: 0,5 сек. Память: 32 Мб Сложность: 40%',
    legend:
      '<p class=text>Карта: <img src="/asp/image.asp?id=2" alt=""> за $5 или $6, <a href="?main=task&amp;id_task=1">см.</a></p><table class=main><tr><th>Кратер</th></tr><tr><td>Тихо</td></tr></table><h2>Входные данные</h2><p class=text>N.</p><h2>Выходные данные</h2><p class=text>Ответ.</p>',
    samples: [
      ['2\n1 2', '3'],
      ['1\n5', '5'],
    ],
    note: '<h2>Пояснение</h2><p class=text>Кратеры не пересекаются.</p>',
  },
];

/** Starts acmp.ru on this machine. */
export async function startAcmp(options: AcmpOptions = {}): Promise<AcmpStandIn> {
  const { accounts = [ACMP_ACCOUNT], rowDelayMs = 0, rowsPerPage = 50, clock = createClock() } = options;
  const { contentType = `text/html; charset=${CHARSET}` } = options;
  const book = createRunBook(clock, 17_867_826);
  const tasks = [...ACMP_TASKS];
  const sessions = new Map<string, AcmpAccount>();
  const viewerOf = ({ cookies }: Received) => sessions.get(cookies.get('ASPSESSIONIDABCDEFGH') ?? '') ?? null;

  function enter({ form }: Received): Reply {
    const account = accounts.find(({ login }) => login === form.text('lgn'));
    if (account?.password !== form.text('password') || !account) return redirect('/index.asp');
    const token = `S${sessions.size + 1}`;
    sessions.set(token, account);
    return redirect('/index.asp', { 'set-cookie': [`ASPSESSIONIDABCDEFGH=${token}; path=/`] });
  }

  /** Takes a solution, or silently does not. */
  function upload(received: Received): Reply {
    const { form, query } = received;
    const viewer = viewerOf(received);
    const problem = query.get('id_task') ?? '';
    const language = ACMP_LANGUAGES.find(([key]) => key === form.text('lang'))?.[1];
    const sentAtMs = book.runs.findLast(({ authorId }) => authorId === viewer?.id)?.sentAtMs;
    const isTooSoon = sentAtMs !== undefined && clock.nowMs() - sentAtMs < INTERVAL_MS;
    const source = form.text('source') ?? '';
    if (viewer && language && source !== '' && !isTooSoon)
      book.add({ authorId: viewer.id, problem, language, source });
    return redirect(`/index.asp?main=status&id_mem=${viewer?.id ?? 0}&id_res=0&id_t=${problem}`);
  }

  function status(received: Received): string {
    const field = (name: string) => received.query.get(name) ?? '0';
    const at = Number(field('page'));
    const rows = book.runs
      .toReversed()
      .filter((run) => clock.nowMs() - run.sentAtMs >= rowDelayMs)
      .filter((run) => field('id_mem') === '0' || run.authorId === field('id_mem'))
      .filter((run) => field('id_t') === '0' || run.problem === field('id_t'))
      .slice(at * STATUS_ROWS, (at + 1) * STATUS_ROWS);
    return statusPage(book, rows, viewerOf(received));
  }

  function source(received: Received): string {
    const viewer = viewerOf(received);
    const run = book.runs.find(({ id }) => `${id}` === received.query.get('id'));
    if (!run || run.authorId !== viewer?.id) return framed('Исходный код', 'Нет доступа', viewer);
    const noise = 'x'.repeat(Number(/log: (\d+)/.exec(run.source)?.[1] ?? 0));
    return sourcePage(run, /judge: CE/.test(run.source) ? `error: нет \u0007луны\n${noise}` : null, viewer);
  }

  function pageOf(received: Received): string {
    const { query } = received;
    const viewer = viewerOf(received);
    switch (query.get('main')) {
      case 'tasks':
        return listPage(tasks, Number(query.get('page') ?? 0), rowsPerPage, viewer);
      case 'task': {
        const task = tasks.find(({ id }) => id === query.get('id_task'));
        return task ? taskPage(task, ACMP_LANGUAGES, viewer) : framed('Школа программиста', '', viewer);
      }
      case 'status':
        return status(received);
      case 'source':
        return source(received);
      default:
        return framed('Школа программиста', '', viewer);
    }
  }

  function answer(received: Received): Reply {
    if (received.method === 'POST' && received.query.get('main') === 'enter') return enter(received);
    if (received.method === 'POST' && received.query.get('main') === 'update') return upload(received);
    return { headers: { 'content-type': contentType }, body: iconv.encode(pageOf(received), CHARSET) };
  }

  const standIn = await startStandIn(answer, {
    ...{ clock, charset: CHARSET },
    accountOf: (received) => viewerOf(received)?.login ?? null,
  });
  return { ...standIn, book, tasks, forgetSessions: () => sessions.clear() };
}
