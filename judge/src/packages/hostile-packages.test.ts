import { MINIMAL } from '@balloon/packages/icpc/written-package.ts';
import { parseXml } from '@balloon/packages/polygon/parse-xml.ts';
import type { FolderContents } from '@balloon/packages/testing/temp-folder.ts';
import { afterAll, expect, test } from 'vitest';
import { startPackageBuilder } from '#testing/package-builder.ts';

/* Packages whose texts are made to keep a parser busy: the judge answers meanwhile, and the report says what is wrong. */

const builder = await startPackageBuilder();
afterAll(() => builder[Symbol.asyncDispose]());

const withYaml = (yaml: string): FolderContents => ({ ...MINIMAL, 'problem.yaml': yaml });

test.each<[string, FolderContents, RegExp]>([
  ['brackets', withYaml(`name: ${'['.repeat(100_000)}`), /^problem\.yaml nests lists deeper/],
  ['dashes', withYaml('- '.repeat(100_000)), /^problem\.yaml is indented by more/],
  ['aliases', withYaml(`a: &a x\nb: [${'*a,'.repeat(1_000)}]`), /^problem\.yaml uses more than 100 aliases/],
  ['elements', { 'problem.xml': '<a>'.repeat(100_000) }, /^problem\.xml nests elements deeper/],
])('a manifest of %s ends with one clear finding', async (_what, files, finding) => {
  await using built = await builder.build(files);
  expect(built.report).toMatchObject({ outcome: 'broken', solutions: [] });
  expect(built.report.findings).toEqual([{ level: 'error', text: expect.stringMatching(finding) }]);
});

test('a manifest that takes long is parsed in a thread, so that other work goes on', async () => {
  const xml = `<problem>${'<a/>'.repeat(190_000)}</problem>`;
  const cpuOf = async (work: () => unknown) => {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };

  const parsing = await cpuOf(() => parseXml(Buffer.from(xml), 'problem.xml'));
  const building = await cpuOf(async () => {
    await using built = await builder.build({ 'problem.xml': xml });
    expect(built.report.outcome).toBe('broken');
  });

  expect(building).toBeLessThan(parsing / 2);
});

test.skipIf(!builder.has('python3'))(
  'a hostile statement is a warning, and the problem is built',
  async () => {
    const statement = `\\problemname{Sum}\nAdd them. ${'\\begin{itemize}\\item '.repeat(2_000)}\n`;
    await using built = await builder.build({ ...MINIMAL, 'problem_statement/problem.en.tex': statement });
    expect(built.report.outcome).toBe('agrees');
    expect(built.report.findings.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(
        /problem\.en\.tex: the TeX cannot be read \(its groups and environments are nested/,
      ),
    );
    expect(built.problem?.statements[0]?.html).toContain('Add them.');
  },
);

test('values beyond what is judged here end the build with a finding that names them', async () => {
  const beyond = async (files: FolderContents) => {
    await using built = await builder.build(files);
    return [built.report.outcome, built.problem, built.report.findings.at(-1)];
  };
  const finding = (text: RegExp) => ['broken', null, { level: 'error', text: expect.stringMatching(text) }];
  const slow = withYaml('name: Sum\nlimits: {time_limit: 700}\n');
  expect(await beyond(slow)).toEqual(finding(/rules\.timeLimitMs.*600000/));
  const attachments = Array.from({ length: 201 }, (_, number) => [`attachments/${number}.txt`, 'x']);
  const crowded = { ...MINIMAL, ...Object.fromEntries(attachments) };
  expect(await beyond(crowded)).toEqual(finding(/problem\.attachments: /));
});
