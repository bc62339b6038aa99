import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Contest, findProblem, languagesOf, nameOf, titleOf } from '#ejudge/read-contest.ts';
import { readBody, readEnvelope } from '#ejudge/read-envelope.ts';
import { conditionsOf, ProblemStatus } from '#ejudge/read-problem.ts';
import { readAnyReport, readReport } from '#ejudge/read-report.ts';
import { compilerOutputOf, RunList, RunLog, RunStatus, stateOf, stateWithTime } from '#ejudge/read-run.ts';
import { readStatement } from '#ejudge/read-statement.ts';
import { OutsideError } from '#failures.ts';
import { orRecognised } from '#testing/failure-of.ts';
import { mutatedPage } from '#testing/mutated-page.ts';

const CHOICES = { partial: 'ignored', acceptedForTesting: 'ignored' } as const;

/** Answers as a real server (3.14.0) gave them, with invented values. */
const RUN = `{
  "ok" : true,
    "server_time": 1795219650,
  "result": {
    "run": {
      "run_id": 2,
      "prob_id": 1,
      "run_time_us": 1795219639446954,
      "run_time": 1795219639,
      "duration": 67,
      "lang_id": 3,
      "size": 87,
      "status": 5,
      "is_with_duration": true,
      "is_standard_problem": true,
      "is_failed_test_available": true,
      "failed_test": 14,
      "is_report_available": true
    },
    "testing_report": {
      "tests": [
        { "num": 1, "status": 0, "time_ms": 12 },
        { "num": 2, "status": 5, "time_ms": 7 }
      ]
    }
  }
}`;
const COMPILATION_ERROR =
  '{"ok":true,"server_time":1795219650,"result":{"run":{"run_id":4,"prob_id":1,"run_time_us":1795219639446954,' +
  '"run_time":1795219639,"duration":67,"lang_id":3,"size":87,"status":1,"is_with_duration":true,' +
  '"is_compiler_output_available":true},"compiler_output":{"content":{"method":1,"size":12,"data":"0L7RiNC40LHQutCw"}}}}';
const LOG =
  '{"ok":true,"server_time":1795219650,"result":{"total_runs":17,"filtered_runs":2,"listed_runs":2,"transient_runs":0,' +
  '"first_run":1,"last_run":0,"field_mask":1074087557,"runs":[{"run_id":16,"serial_id":17,' +
  '"last_change_us":1795219789647582,"status":5,"status_str":"WA","run_time":1795219780,"run_time_us":1795219780000000,' +
  '"user_login":"pool1","is_hidden":true,"sha1":"da39a3ee5e6b4b0d3255bfef95601890afd80709","prob_id":1,"lang_id":3,' +
  '"raw_test":0,"passed_mode":1,"failed_test":1},{"run_id":15,"serial_id":16,"last_change_us":1795219789647582,' +
  '"status":22,"status_str":"EM"}]}}';
const REPORT = `<?xml version="1.0" encoding="utf-8"?>
<testing-report run-id="16" judge-id="1" status="WA" scoring="ACM" run-tests="2" max-rss-available="yes" failed-test="2" >
  <host>a &amp; b</host>
  <tests>
    <test num="1" status="OK" time="31" real-time="40" max-memory-used="9999360" max-rss="2097152" >
      <input size="4">2 3
</input>
    </test>
    <test num="2" status="WA" time="5" real-time="9" max-rss="1048576" checker-comment="&lt;test num=&quot;9&quot;&gt;" >
      <output size="2">6</output>
    </test>
  </tests>
</testing-report>
`;

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  const envelope = readEnvelope(text);
  return readBody(schema, envelope?.ok === true ? envelope.body : undefined, 'a call');
}

const participantState = (text: string) => stateWithTime(12, read(RunStatus, text), CHOICES);

describe('answers of a real server', () => {
  test('a run', () => {
    expect(participantState(RUN)).toEqual({
      ...{ runId: '12:2', state: 'final', verdict: 'wrongAnswer', foreignVerdict: 'WA', testNumber: 14 },
      ...{ timeMs: 12, memoryKb: null, score: null },
    });
  });

  test('the compiler’s words', () => {
    expect(compilerOutputOf(read(RunStatus, COMPILATION_ERROR))).toBe('ошибка');
    expect(compilerOutputOf(read(RunStatus, RUN))).toBeNull();
  });

  test('the run log of the jury, with a run that was cleared', () => {
    const states = read(RunLog, LOG).runs.map((row) => stateOf(12, row, CHOICES));
    expect(states).toMatchObject([
      { runId: '12:16', state: 'final', verdict: 'wrongAnswer', testNumber: 1 },
      { runId: '12:15', state: 'unknown', verdict: null, foreignVerdict: 'EM' },
    ]);
  });

  test('a report', () => {
    expect(readReport(REPORT)).toEqual({ timeMs: 31, memoryKb: 2048, compilerOutput: null });
    const failed =
      '<testing-report status="CE" ><compiler_output>a &lt; b&#10;</compiler_output></testing-report>';
    expect(readReport(failed)).toEqual({ timeMs: null, memoryKb: null, compilerOutput: 'a < b\n' });
    expect(readAnyReport('text/plain', () => 'a.c:1')).toMatchObject({ compilerOutput: 'a.c:1' });
    expect(readAnyReport('application/bson', () => '\u0005')).toMatchObject({
      timeMs: null,
      compilerOutput: null,
    });
  });

  test('a refusal, and newer answers without a result', () => {
    const refusal =
      '{"ok":false,"server_time":1795219572,"action":"login-json","error":{"num":29,"symbol":"ERR_PERMISSION_DENIED",' +
      '"message":"Permission denied","log_id":"29e5f3e6"}}';
    expect(readEnvelope(refusal)).toEqual({
      ok: false,
      refusal: { symbol: 'ERR_PERMISSION_DENIED', message: 'Permission denied' },
    });
    expect(readEnvelope('{"languages":{},"ok":true}')).toMatchObject({ ok: true, body: { languages: {} } });
    expect(readEnvelope('{"ok":true,"result":{,"accepting_mode":true"run":{}}}')).toBeNull();
  });

  test('limits, where sizes are texts and files have names', () => {
    const problem = { id: 2, short_name: 'B', type: 0, time_limit_ms: 500, max_vm_size: '268435456' };
    const files = { input_file: 'in.txt', output_file: 'out.txt', use_stdout: true };
    const status = {
      problem: { ...problem, ...files },
      problem_status: { is_viewable: true, is_submittable: true },
    };
    expect(conditionsOf(ProblemStatus.parse(status))).toEqual({
      ...{ timeLimitMs: 500, memoryLimitKb: 262_144, inputFile: 'in.txt', outputFile: null },
    });
  });
});

describe('a verdict', () => {
  test('whose number and word differ is no verdict', () => {
    expect(() => stateOf(12, { run_id: 1, status: 0, status_str: 'WA' }, CHOICES)).toThrow('the word WA');
  });

  test('of a broken answer is that of the whole one, or a recognised failure', () => {
    fc.assert(
      fc.property(mutatedPage(RUN), (text) => {
        expect([undefined, null, 'wrongAnswer']).toContain(
          orRecognised(() => participantState(text))?.verdict,
        );
      }),
    );
    fc.assert(
      fc.property(mutatedPage(LOG), (text) => {
        const verdicts =
          orRecognised(() => read(RunLog, text).runs.map((row) => stateOf(12, row, CHOICES).verdict)) ?? [];
        for (const verdict of verdicts) expect([null, 'wrongAnswer']).toContain(verdict);
      }),
    );
  });
});

describe('broken answers are read as far as they are whole, or fail as such', () => {
  test.each([
    ['a list of runs', (text: string) => read(RunList, text), LOG],
    ['the compiler’s words', (text: string) => compilerOutputOf(read(RunStatus, text)), COMPILATION_ERROR],
    [
      'a contest',
      (text: string) => read(Contest, text),
      LOG.replace('"total_runs":17', '"contest":{"id":12}'),
    ],
  ])('%s', (_name, parse, whole) => {
    fc.assert(fc.property(mutatedPage(whole), (text) => void orRecognised(() => parse(text))));
  });

  test('a report', () => {
    fc.assert(
      fc.property(mutatedPage(REPORT), (text) => {
        const memoryKb = orRecognised(() => readReport(text))?.memoryKb ?? 0;
        expect(Number.isSafeInteger(memoryKb) && memoryKb >= 0).toBe(true);
      }),
    );
    expect(() => readReport(REPORT.slice(0, -25))).toThrow(OutsideError);
  });

  test('a statement', () => {
    const statement = '<h3>Problem A: Sum</h3><p>Add \\(a\\)</p><h3>Examples</h3><h4>Input</h4><pre>1</pre>';
    fc.assert(
      fc.property(mutatedPage(statement), (text) => void orRecognised(() => readStatement(text, URL, 'Sum'))),
    );
  });
});

const URL = 'https://ejudge.example/';

describe('a statement', () => {
  const samples = '<h4>Input</h4>\n<pre>1 2\n</pre>\n<h4>Output</h4>\n<pre>3\n</pre>\n';

  test('loses the heading that ejudge makes, and its samples are apart', () => {
    const html = `<h3>Problem A: Sum</h3><p>Add</p><h3>Examples</h3>${samples}${samples}<h3>Notes</h3><p>No</p>`;
    expect(readStatement(html, URL, 'Sum')).toEqual({
      language: 'en',
      html: expect.stringMatching(/^<p>Add<\/p>\s*<h3>Notes<\/h3><p>No<\/p>$/),
      samples: [
        { input: '1 2\n', output: '3\n' },
        { input: '1 2\n', output: '3\n' },
      ],
    });
  });

  test.each([
    ['a part with words between', `<h3>Examples</h3><p>Look</p>${samples}`],
    ['half a sample', '<h3>Examples</h3><h4>Input</h4><pre>1</pre>'],
    ['no heading', samples],
  ])('keeps %s as it is', (_name, html) => {
    const statement = readStatement(`<p>Add</p>${html}`, URL, 'Sum');
    expect([statement?.samples, statement?.html.includes('<pre>')]).toEqual([[], true]);
  });

  test('keeps formulas, but not those of programs', () => {
    const html = '<p>\\(a_i\\) and \\[b\\] and $c$ and $$$d$$$</p><pre>\\(x\\)</pre>';
    expect(readStatement(html, URL, 'Sum')?.html).toBe(
      '<p>$a_i$ and $$b$$ and $c$ and $d$</p><pre>\\(x\\)</pre>',
    );
  });

  test('has absolute addresses', () => {
    const html = '<p><a href="/x">y</a><img src="https://cdn.example/a.png"></p>';
    expect(readStatement(html, URL, 'Sum')?.html).toBe(
      '<p><a href="https://ejudge.example/x">y</a><img src="https://cdn.example/a.png"></p>',
    );
  });

  test('that is empty or not available is none', () => {
    expect(readStatement('<h2>Statement is not available</h2>\n', URL, 'Sum')).toBeNull();
    expect(readStatement('  <p> </p>', URL, 'Sum')).toBeNull();
  });
});

describe('a contest', () => {
  const contest = Contest.parse({
    contest: { id: 12, is_started: true },
    compilers: [
      { id: 2, short_name: 'gcc', long_name: 'GNU C', src_sfx: '.c' },
      { id: 60, short_name: 'mono', src_sfx: '.cs' },
      { id: 90, short_name: 'nasm-x86', src_sfx: '.asm' },
      { id: 91, short_name: 'python-custom', src_sfx: '' },
    ],
    problems: [
      { id: 1, short_name: '2', long_name: ' Two ' },
      { id: 2, short_name: 'B' },
    ],
  });

  test('finds problems by number before name', () => {
    expect(findProblem(contest, '2')?.id).toBe(2);
    expect(findProblem(contest, 'B')?.id).toBe(2);
    expect(findProblem(contest, '3')).toBeNull();
    expect(contest.problems?.map(nameOf)).toEqual(['1', 'B']);
    expect(contest.problems?.map(titleOf)).toEqual(['Two', 'B']);
  });

  test('tells families by the ending of sources, else by names', () => {
    const families = languagesOf(contest, null).map(({ name, family }) => `${name}: ${family}`);
    expect(families).toEqual(['GNU C: c_cpp', 'mono: csharp', 'nasm-x86: text', 'python-custom: python']);
  });

  test('that runs without problems is no contest', () => {
    expect(Contest.safeParse({ contest: { id: 12, is_started: true } }).success).toBe(false);
    expect(Contest.safeParse({ contest: { id: 12, is_started: false } }).success).toBe(true);
  });
});
