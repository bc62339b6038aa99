import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readList } from '#acmp/read-list.ts';
import { readLog } from '#acmp/read-source.ts';
import { readStatus } from '#acmp/read-status.ts';
import { readLanguages, readTask } from '#acmp/read-task.ts';
import { escapeStraySigns } from '#acmp/stray-signs.ts';
import { readVerdict } from '#acmp/verdicts.ts';
import { pageOf } from '#pages/get-page.ts';
import { ACMP_ACCOUNT, ACMP_LANGUAGES, ACMP_TASKS } from '#stand-ins/acmp.ts';
import { listPage, statusPage, taskPage } from '#stand-ins/acmp-pages.ts';
import { createRunBook } from '#stand-ins/run-book.ts';
import { createClock } from '#stand-ins/stand-in.ts';
import { orRecognised } from '#testing/failure-of.ts';
import { mutatedPage } from '#testing/mutated-page.ts';

const page = (html: string) => {
  const body = escapeStraySigns(html);
  return pageOf(body, { url: 'https://judge.example/index.asp', status: 200, body });
};
const RUNS = { numRuns: 100 };

function status(count: number): string {
  const clock = createClock();
  const book = createRunBook(clock, 17_867_826);
  const markers = ['WA 12', 'OK', 'CE', 'RE 3', 'TL 5', 'NEVER'];
  for (let at = 0; at < count; at += 1) {
    const source = `judge: ${markers[at % markers.length]}`;
    book.add({ authorId: '333835', problem: '1', language: 'Python 3.11.0', source });
  }
  clock.advance(60_000);
  return statusPage(book, book.runs.toReversed(), ACMP_ACCOUNT);
}

describe('a list of runs', () => {
  test('that is damaged never shows a verdict that the whole one does not', () => {
    const html = status(6);
    const whole = new Map(readStatus(page(html)).map((row) => [row.runId, row.verdict]));
    expect([...whole.values()]).toEqual([
      ...[null, 'timeLimit', 'runtimeError', 'compilationError', 'accepted', 'wrongAnswer'],
    ]);
    fc.assert(
      fc.property(mutatedPage(html), (damaged) => {
        const rows = orRecognised(() => readStatus(page(damaged))) ?? [];
        for (const { runId, state, verdict } of rows) {
          if (state === 'final' && whole.has(runId)) expect(verdict).toBe(whole.get(runId));
        }
      }),
      RUNS,
    );
  });

  test('has as many rows as the site shows, also none', () => {
    expect([0, 1, 20].map((count) => readStatus(page(status(count))).length)).toEqual([0, 1, 20]);
  });

  test('that was cut is no shorter list', () => {
    const html = status(6);
    const begin = html.indexOf('main refresh');
    for (let at = begin; at < html.indexOf('</table>', begin); at += 97) {
      expect(orRecognised(() => readStatus(page(html.slice(0, at))))).toBeNull();
    }
  });
});

test('a damaged list, task or log is read or recognised', () => {
  const [task] = ACMP_TASKS;
  if (!task) throw new Error('no task');
  const readers: readonly (readonly [string, (damaged: string) => void])[] = [
    [
      listPage(ACMP_TASKS, 0, 50, null),
      (damaged) => expect(readList(page(damaged), 0).problems).not.toEqual([]),
    ],
    [taskPage(task, ACMP_LANGUAGES, ACMP_ACCOUNT), (damaged) => void readTask(page(damaged), '1')],
    [taskPage(task, ACMP_LANGUAGES, ACMP_ACCOUNT), (damaged) => void readLanguages(page(damaged))],
    ['<font color=red face=courier>error</font>', (damaged) => void readLog(page(damaged))],
  ];
  for (const [html, read] of readers) {
    fc.assert(
      fc.property(mutatedPage(html), (damaged) => void orRecognised(() => read(damaged))),
      RUNS,
    );
  }
});

test('signs of formulas are told from elements', () => {
  expect(escapeStraySigns('a<=b <b>0<n<5</b> x < y <P CLASS=t><br/><!-- c --></p> i<j <')).toBe(
    'a&lt;=b <b>0&lt;n&lt;5</b> x &lt; y <P CLASS=t><br/><!-- c --></p> i&lt;j &lt;',
  );
});

test.each([
  ['Accepted', 'final'],
  ['Waiting', 'waiting'],
  ['В очереди', 'waiting'],
  ['Compiling', 'compiling'],
  ['Testing', 'running'],
  ['Проверка', 'running'],
  ['Accepted partially', 'unknown'],
  ['constructor', 'unknown'],
])('the word "%s" is %s', (word, state) => {
  expect(readVerdict(word).state).toBe(state);
});
