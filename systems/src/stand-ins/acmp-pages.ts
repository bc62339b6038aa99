import { cellsOf, ENGLISH_WORDS } from '#stand-ins/english-runs.ts';
import type { Outcome } from '#stand-ins/judge-model.ts';
import type { BookedRun, RunBook } from '#stand-ins/run-book.ts';
import { escapeHtml } from '#stand-ins/stand-in.ts';

/** Invented task of the stand-in. */
export interface AcmpTask {
  id: string;
  title: string;
  limits: string;
  /** HTML as old pages have it: signs of formulas may be raw. */
  legend: string;
  samples: readonly (readonly [input: string, output: string])[];
  /** HTML after the samples. */
  note?: string;
}

/** Who looks at a page. */
export interface Viewer {
  id: string;
  login: string;
}

export type AcmpLanguages = readonly (readonly [key: string, name: string])[];

/** Frame of every page, with the panel of the user in its left column. */
export function framed(title: string, body: string, viewer: Viewer | null): string {
  const panel = viewer
    ? `<tr><td class=menu_title>${escapeHtml(viewer.login)}</td></tr><tr><td><a href="index.asp?main=user&amp;id=${viewer.id}">Моя страница</a><br><a href="index.asp?main=exit">Выход</a></td></tr>`
    : '<tr><td class=menu_title>Вход</td></tr><tr><td><form action="index.asp?main=enter" method=post><input name=lgn><input name=password type=password><input type=submit value=Ok></form></td></tr>';
  return `<html><head><title>${escapeHtml(title)}</title><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head><body><table width=100%><tr valign=top><td width=150><table class=menu>${panel}</table><table class=menu><tr><td class=menu_title>Лучшие</td></tr><tr><td><a href="index.asp?main=user&amp;id=7">Луноход</a></td></tr></table></td><td>${body}</td></tr></table><script>var shown = 1 < 2;</script></body></html>`;
}

const padded = (id: string) => id.padStart(4, '0');

/** @param at number of the page, from 0 */
export function listPage(
  tasks: readonly AcmpTask[],
  at: number,
  rowsPerPage: number,
  viewer: Viewer | null,
): string {
  const rows = tasks
    .slice(at * rowsPerPage, (at + 1) * rowsPerPage)
    .map(
      ({ id, title }) =>
        `<tr class=white><td>${padded(id)}</td><td><a href="index.asp?main=task&amp;id_task=${id}">${title}</a></td><td>Луны</td><td>2%</td><td>90%</td></tr>`,
    );
  const pages = Math.ceil(tasks.length / rowsPerPage);
  const links = Array.from({ length: pages }, (_each, page) =>
    page === at
      ? `${page + 1}`
      : `<a class=small href="index.asp?main=tasks&amp;str=%20&amp;page=${page}&amp;id_type=0">${page + 1}</a>`,
  );
  const table = `<table class=main><tr><th>№</th><th>Название</th><th>Тема</th><th>Сложность</th><th>Решаемость</th></tr>${rows.join('')}</table>`;
  return framed('Задачи', `${pages > 1 ? links.join(' ') : ''}${table}`, viewer);
}

/** @param languages those of the form; null: nobody is signed in */
export function taskPage(task: AcmpTask, languages: AcmpLanguages, viewer: Viewer | null): string {
  const sample = ([input, output]: readonly [string, string], at: number) =>
    `<tr><td>${at + 1}</td><td class="table-example__data" data-example="${escapeHtml(input)}">${input.replaceAll('\n', '<br>')}</td><td class="table-example__data" data-example="${escapeHtml(output)}">${output.replaceAll('\n', '<br>')}</td></tr>`;
  const samples = `<h2>${task.samples.length > 1 ? 'Примеры' : 'Пример'}</h2><table class=main><tr><th>№</th><th>INPUT.TXT</th><th>OUTPUT.TXT</th></tr>${task.samples.map(sample).join('')}</table>`;
  const form = `<hr><form action="/index.asp?main=update&amp;mode=upload&amp;id_task=${task.id}" method=post enctype="multipart/form-data"><select name=lang>${languages.map(([key, name]) => `<option value=${key}>${name}</option>`).join('')}</select><textarea name=source></textarea><input type=file name=fname><input type=submit value="Отправить"></form>`;
  const note =
    '<h4><i>Для отправки решения задачи необходимо <a href="/inc/register.asp">зарегистрироваться</a> и авторизоваться!</i></h4>';
  const sheet = `<h4><a href="index.asp?main=bbs&amp;id_task=${task.id}">Обсуждение</a></h4><h1>${task.title}</h1><center><i>(${task.limits})</i></center>${task.legend}${samples}${task.note ?? ''}<ins class="adsbygoogle"></ins>${viewer ? form : note}`;
  return framed(
    task.title,
    `<table><tr valign="top"><td colspan="3" background="/images/notepad2.gif">ЗАДАЧА №${task.id}<br>${sheet}</td></tr></table>`,
    viewer,
  );
}

/** Words of the judge. */
const VERDICTS: Record<Outcome['verdict'], string> = {
  ...ENGLISH_WORDS,
  FAIL: 'Judge is ill',
  IGNORED: 'Ignored',
  STRANGE: 'Завтрашний вердикт',
};

export function statusPage(book: RunBook, runs: readonly BookedRun[], viewer: Viewer | null): string {
  const rows = runs.map((run, at) => {
    const { word, test, seconds, kilobytes } = cellsOf(book, run, VERDICTS, 'Waiting');
    const [time, memory] = [seconds.replace('.', ','), kilobytes && `${kilobytes} Кб`];
    return `<tr class=${at % 2 === 0 ? 'white' : 'gray'}><td>${run.id}</td><td>${dateOf(run.sentAtMs)}</td><td><a href="index.asp?main=user&amp;id=${run.authorId}">Участник ${run.authorId}</a></td><td><a href="index.asp?main=task&amp;id_task=${run.problem}">${padded(run.problem)}</a></td><td>${escapeHtml(run.language)}</td><td><span style="color:green">${word}</span></td><td>${test}</td><td>${time}</td><td>${memory}</td></tr>`;
  });
  const head = ['ID', 'Дата', 'Автор', 'Задача', 'Язык', 'Результат', 'Тест', 'Время', 'Память'];
  const table = `<table class="main refresh" align=center><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>${rows.join('')}</table>`;
  return framed('Состояние', `<b class=btext>1 - ${runs.length}</b>${table}`, viewer);
}

/** Writes a moment as the site seems to do, by the time of Moscow. */
function dateOf(ms: number): string {
  const [date = '', time = ''] = new Date(ms + 3 * 60 * 60_000).toISOString().slice(0, 19).split('T');
  return `${date.split('-').toReversed().join('.')} ${time}`;
}

/** @param log words of the compiler; null: none */
export function sourcePage(run: BookedRun, log: string | null, viewer: Viewer | null): string {
  const red =
    log === null ? '' : `<font color=red face=courier>${escapeHtml(log).replaceAll('\n', '<br>')}</font>`;
  return framed('Исходный код', `<textarea>${escapeHtml(run.source)}</textarea>${red}`, viewer);
}
