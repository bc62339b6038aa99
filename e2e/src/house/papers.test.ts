import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '@balloon/contracts/settings/settings.ts';
import { beforeAll, expect, test } from 'vitest';

/*
 * What papers say and code can contradict. Files that they name are compared in comments.test.ts, the figures of
 * bench/README.md in bench/src/report/readme.test.ts.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Rooms and folders at the root, by which a path in a paper begins. */
const ROOMS =
  'bench,contracts,database,docs,domain,e2e,judge,launch,packages,packaging,sample,server,systems,web,worker';
/** Other people's code, what is built, and statements of problems. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|build|problems\/[a-z]-[\w-]+)\//;

/** Text of each paper by its path; the changelog tells of the past and is read for its links only. */
const papers = new Map<string, string>();

beforeAll(async () => {
  for await (const file of glob(`{*.md,{${ROOMS}}/**/*.md}`, { cwd: ROOT })) {
    if (!LEFT_OUT.test(file)) papers.set(file, await readFile(ROOT + file, 'utf8'));
  }
});

/** Lists what papers say in the form of `pattern`, with the paper. */
function sayings(pattern: RegExp): { paper: string; match: RegExpExecArray }[] {
  return [...papers].flatMap(([paper, text]) =>
    paper === 'CHANGELOG.md' ? [] : [...text.matchAll(pattern)].map((match) => ({ paper, match })),
  );
}

/** Anchors of a paper's headings, as the hosts of repositories make them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('links of papers lead somewhere', () => {
  const broken: string[] = [];
  let links = 0;
  for (const [paper, text] of papers) {
    for (const [, path = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      links += 1;
      const target = path === '' ? paper : normalize(join(dirname(paper), path));
      const isThere = existsSync(ROOT + target);
      const leads = isThere && (anchor === undefined || anchorsOf(papers.get(target) ?? '').includes(anchor));
      if (!leads) broken.push(`${paper} links ${path}${anchor === undefined ? '' : `#${anchor}`}`);
    }
  }
  expect(links).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});

test('folders, and files other than sources, that papers name exist', async () => {
  const missing: string[] = [];
  const named = sayings(new RegExp(`\`((?:${ROOMS.replaceAll(',', '|')})/[\\w./*{},-]*)\``, 'g'));
  for (const { paper, match } of named) {
    const path = match[1] ?? '';
    // Placeholders, as `contracts/src/FOLDER`; settings that an operator makes; sources, which comments.test.ts compares.
    if (/[A-Z]{4}|\/\.env$|\.tsx?$/.test(path.replace('README', ''))) continue;
    const found = await Array.fromAsync(glob(path.replace(/\/$/, ''), { cwd: ROOT }));
    if (found.length === 0) missing.push(`${paper} names ${path}`);
  }
  expect(named.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('files of ours that scripts and builds name exist', async () => {
  const missing: string[] = [];
  let named = 0;
  const scripts = `{.ci/*,package.json,{${ROOMS}}/package.json,packaging/**/*,judge/sandbox/v2-check/*}`;
  const path = new RegExp(
    `(?<![\\w./-])(?:\\$repository/|\\./)?((?:${ROOMS.replaceAll(',', '|')})/[\\w./-]+\\.\\w+)`,
    'g',
  );
  for await (const entry of glob(scripts, { cwd: ROOT, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const script = join(entry.parentPath, entry.name);
    for (const [, file = ''] of (await readFile(script, 'utf8')).matchAll(path)) {
      named += 1;
      if (!existsSync(ROOT + file)) missing.push(`${script.slice(ROOT.length)} names ${file}`);
    }
  }
  expect(named).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test('every paper of a feature stands on the map', () => {
  const map = papers.get('ARCHITECTURE.md') ?? '';
  const features = [...papers.keys()].filter((paper) => /\/features\/[\w-]+\/README\.md$/.test(paper));

  expect(features.length).toBeGreaterThan(0);
  expect(features.filter((paper) => !map.includes(`](${paper})`))).toEqual([]);
});

test('commands that papers give exist, with their options', async () => {
  const unknown: string[] = [];
  const commands = sayings(/\bballoon (?:-- )?([a-z]+(?:-[a-z]+)*)((?: [^`\n#|]*)?)(?=[`\n#|])/g).filter(
    ({ match }) => existsSync(`${ROOT}launch/src/commands/${match[1]}.ts`) || /-- $/.test(match[0]),
  );
  for (const { paper, match } of commands) {
    const [, command = '', rest = ''] = match;
    const file = `${ROOT}launch/src/commands/${command}.ts`;
    const text = existsSync(file) ? await readFile(file, 'utf8') : '';
    for (const [option] of rest.matchAll(/--[a-z][a-z-]+/g)) {
      if (!new RegExp(`${option}(?![\\w-])`).test(text))
        unknown.push(`${paper}: balloon ${command} ${option}`);
    }
  }
  const scripts = sayings(/\bnpm run (?:-s )?(?:-w (\w+) )?([a-z][\w-]*)(?: -w (\w+))?/g);
  for (const { paper, match } of scripts) {
    const [, before, script = '', behind] = match;
    const room = before ?? behind;
    const { scripts: known } = JSON.parse(await readFile(join(ROOT, room ?? '', 'package.json'), 'utf8'));
    if (known?.[script] === undefined) unknown.push(`${paper}: ${match[0]}`);
  }
  expect([commands.length, scripts.length]).not.toContain(0);
  expect(unknown).toEqual([]);
});

/** Settings for tests and trials, which the help shows and README.md leaves out. */
const RARE_SETTINGS = ['SANDBOX_MODE', 'TELEGRAM_API_ROOT'];

test('README.md has every setting that operators need, with its default', () => {
  const byName = new Map<string, { defaultText: string | null; defaultNote?: string }>(
    Object.values(SETTINGS).map((setting) => [setting.env, setting]),
  );
  const said = [
    ...(papers.get('README.md') ?? '').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \| .* \| (.*) \|$/gm),
  ].flatMap(([, names = '', defaults = '']) => {
    const texts = defaults.split(', ');
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = ''], at) => ({
      name,
      text: texts[at] ?? texts[0] ?? '',
    }));
  });

  expect([...byName.keys()].filter((name) => !RARE_SETTINGS.includes(name)).toSorted()).toEqual(
    said.map(({ name }) => name).toSorted(),
  );
  const wrong = said.filter(({ name, text }) => {
    const { defaultText = null, defaultNote } = byName.get(name) ?? {};
    if (defaultText !== null && defaultNote === undefined) return !text.startsWith(`\`${defaultText}\``);
    return /^`[\w./]+`$/.test(text) && !`${defaultText} ${defaultNote}`.includes(text.slice(1, -1));
  });
  expect(wrong).toEqual([]);
});

test('metrics that papers name are measured', async () => {
  let sources = '';
  for await (const file of glob('server/src/features/metrics/*.ts', { cwd: ROOT })) {
    if (!file.endsWith('.test.ts')) sources += await readFile(ROOT + file, 'utf8');
  }
  // Papers of features name tables, too.
  const named = sayings(/`balloon_(\w+?)`/g).filter(({ paper }) => !paper.includes('/features/'));

  expect(named.length).toBeGreaterThan(0);
  const unknown = named.filter(({ match }) => !new RegExp(`['_]${match[1]}'`).test(sources));
  expect(unknown.map(({ paper, match }) => `${paper} names ${match[0]}`)).toEqual([]);
});
