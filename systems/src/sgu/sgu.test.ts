import { afterEach, expect, test } from 'vitest';
import { sgu } from '#sgu/sgu.ts';
import { type CfStandIn, startCf } from '#stand-ins/cf.ts';
import { addressesOf } from '#testing/addresses-of.ts';
import { failureOf } from '#testing/failure-of.ts';
import { openSession } from '#testing/open-session.ts';

let standIn: CfStandIn;
afterEach(() => standIn.close());

async function open(credentials: Record<string, string> | null = null) {
  standIn = await startCf();
  return openSession(standIn, credentials);
}

test('the archive is listed by number, the same twice', async () => {
  const session = await open();
  const list = await sgu.listProblems(session, null, null);
  expect(list).toEqual({
    problems: [
      { foreignId: '100', title: 'Hats' },
      { foreignId: '101', title: 'Two Parts' },
      { foreignId: '200', title: 'Shoes' },
    ],
    nextCursor: null,
  });
  expect(await sgu.listProblems(session, null, null)).toEqual(list);
  expect((await sgu.listProblems(session, '101/101', null)).problems).toHaveLength(1);
});

test('a problem of the older layout is read', async () => {
  const problem = await sgu.readProblem(await open(), '100');
  expect(problem).toMatchObject({
    ...{ foreignId: '100', timeLimitMs: 250, memoryLimitKb: 65_536, pdf: null },
    ...{ author: 'Ann Example', source: 'Invented contest' },
    url: `${standIn.url}problemsets/acmsguru/problem/99999/100`,
  });
  const [statement] = problem.statements;
  expect(statement).toMatchObject({
    language: 'en',
    title: 'Hats',
    samples: [{ input: '5 3', output: '8' }],
  });
  expect(statement?.html).toContain('Count a &lt; b.');
  expect(statement?.html).toMatch(/<b>Input<\/b>.*Some numbers.*<b>Output<\/b>/s);
  expect(statement?.html).not.toMatch(/limit|Sample|5 3|<pre|<h3/);
});

test('pictures and links are named by whole addresses', async () => {
  expect(addressesOf(await sgu.readProblem(await open(), '200'))).toEqual({
    pictures: [`${standIn.url}predownloaded/cc/hats.gif`],
    links: [`${standIn.url}problemsets/acmsguru/problem/99999/99999/100`],
  });
});

test('an input in two blocks is one input', async () => {
  const { statements } = await sgu.readProblem(await open(), '101');
  expect(statements[0]?.samples).toEqual([{ input: '5 3\n1 2', output: '8' }]);
});

test('a problem of the other layout is read', async () => {
  const problem = await sgu.readProblem(await open(), '200');
  expect(problem).toMatchObject({ timeLimitMs: 500, memoryLimitKb: 65_536, author: null, source: null });
  const [statement] = problem.statements;
  expect(statement?.title).toBe('Shoes');
  expect(statement?.samples).toEqual([
    { input: '1 2', output: '3' },
    { input: '4 5', output: '9' },
  ]);
  expect(statement?.html).toContain(`src="${standIn.url}predownloaded/cc/hats.gif"`);
  expect(statement?.html).not.toMatch(/limit|Example|sample|<pre|<h4/);
});

test('a problem that is not there is refused, and a page without limits is another', async () => {
  const session = await open();
  expect(await failureOf(sgu.readProblem(session, '555'))).toBe('refused');
  const change = (body: string) => body.replaceAll('limit', 'bound');
  standIn.plan('/problemsets/acmsguru/problem/99999/200', { kind: 'change', change });
  expect(await failureOf(sgu.readProblem(session, '200'))).toBe('drift');
});
