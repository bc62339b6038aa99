import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Compilation, compile } from '#compile/compile.ts';
import { openProgramCache, type ProgramCache } from '#compile/program-cache.ts';
import type { InstalledLanguage } from '#languages/installed.ts';
import { COMPILE_LIMITS } from '#run/limits.ts';
import { openTestWorkshop } from '#testing/open-test-workshop.ts';
import { shareHeaders } from '#testing/shared-headers.ts';
import { createBlobShelf } from '#testing/test-workshop.ts';
import type { OpenWorkshop } from '#workshop/open-workshop.ts';

const workDir = await mkdtemp(join(tmpdir(), 'balloon-compile-'));
afterAll(() => rm(workDir, { recursive: true }));
const complaints: string[] = [];
const note = (line: string) => void complaints.push(line);

const HEADER_LIMITS = { ...COMPILE_LIMITS, cpuMs: 60_000, wallMs: 120_000 };

/** Opens a real workshop on the files that the previous test left. */
function open(): Promise<OpenWorkshop> {
  const log = { info: note, warn: note, error: note };
  const { source } = createBlobShelf();
  return openTestWorkshop({ workDir, slots: 1, blobSource: source, log });
}

function compileIn({ workshop, slots }: OpenWorkshop, key: string, text: string): Promise<Compilation> {
  const slot = slots[0];
  const language = workshop.languages.get(key as InstalledLanguage['key']);
  if (!slot || !language) throw new Error(`No slot or no ${key}`);
  return compile(workshop, { container: slot.program, folder: slot.folder }, language, text);
}

test('a second start knows the programs of the first', async () => {
  const source = 'int main(void) { return 0; }';
  const first = await open();
  expect(await compileIn(first, 'c', source)).toMatchObject({ kind: 'program', fromCache: false });
  await first.close();

  const second = await open();
  expect(await compileIn(second, 'c', source)).toMatchObject({ kind: 'program', fromCache: true });
  expect(await compileIn(second, 'c', `${source} `)).toMatchObject({ fromCache: false, text: '' });
  await second.close();
});

describe('slots that want the same program at the same moment', () => {
  /** Compiles a text in two slots at once, and says how often the compiler ran. */
  async function compileTwice(text: string) {
    const { source } = createBlobShelf();
    const log = { info: note, warn: note, error: note };
    const opened = await openTestWorkshop({ workDir, slots: 2, blobSource: source, log });
    const language = opened.workshop.languages.get('c');
    if (!language) throw new Error('No C');
    const runs = opened.slots.map((slot) => vi.spyOn(slot.program, 'run'));
    const ends = await Promise.all(
      opened.slots.map((slot) =>
        compile(opened.workshop, { container: slot.program, folder: slot.folder }, language, text),
      ),
    );
    await opened.close();
    return { ends, runs: runs.reduce((sum, run) => sum + run.mock.calls.length, 0) };
  }

  test('compile it once', async () => {
    const { ends, runs } = await compileTwice('int main(void) { return 2; }');
    expect(runs).toBe(1);
    expect(ends.filter((end) => end.kind === 'program' && end.fromCache)).toHaveLength(1);
    expect(ends.filter((end) => end.kind === 'program' && !end.fromCache)).toHaveLength(1);
  });

  test('hear together that it is rejected', async () => {
    const { ends, runs } = await compileTwice('int main(void) { return two; }');
    expect(runs).toBe(1);
    for (const end of ends)
      expect(end).toMatchObject({ kind: 'rejected', text: expect.stringContaining('two') });
  });
});

test.each([
  ['c', 'int main(void) { char c = 300; return c == 0; }', /warning/],
  ['python3', 'print(1 is 1)', /SyntaxWarning/],
  ['perl', 'use warnings; my $a = 1; my $a = 2;', /^"my" variable \$a masks [^\n]+$/],
])('warnings stay with a program, also where it comes from the cache: %s', async (key, source, said) => {
  const opened = await open();
  for (const fromCache of [false, true]) {
    const text = expect.stringMatching(said);
    expect(await compileIn(opened, key, source)).toMatchObject({ fromCache, text });
  }
  await opened.close();
});

test('a misspelt Python program is told what is wrong, and its warnings once', async () => {
  const opened = await open();
  const end = await compileIn(opened, 'python3', 'print(1 is 1)\nreturn 5');
  await opened.close();
  const text = end.kind === 'rejected' ? end.text : '';
  expect(text).toContain('File "main.py", line 2');
  expect(text).toContain("SyntaxError: 'return' outside function");
  expect(text.match(/SyntaxWarning/g)).toHaveLength(1);
});

test('what a compiler says of any source is left out', async () => {
  const opened = await open();
  const talkers = [...opened.workshop.languages].filter(([, { toolchain }]) => toolchain.smallTalk);
  for (const [key, { toolchain }] of talkers)
    expect(await compileIn(opened, key, toolchain.hello), key).toMatchObject({ kind: 'program', text: '' });
  expect(talkers).not.toEqual([]);
  await opened.close();
});

test('each language is found or reported missing, with the command that adds it', async () => {
  const { warnings, missing, workshop, close } = await open();
  const absent = missing.map(({ key }) => key);
  expect([...workshop.languages.keys(), ...absent].sort()).toEqual(Object.keys(LANGUAGES).sort());
  for (const { key } of missing) {
    const isTold = warnings.some(
      (line) =>
        line.includes(LANGUAGES[key].name) &&
        line.includes('apt-get install') &&
        line.includes(LANGUAGES[key].debianPackage),
    );
    expect(isTold, key).toBe(true);
  }
  await close();
});

// Perhaps it makes the headers for all files of the run, beside all else that the machine does.
test('bits/stdc++.h is precompiled, used, and kept for the next start', { timeout: 600_000 }, async () => {
  const source = join(workDir, 'uses-all.cpp');
  const stderr = join(workDir, 'included-files');
  await writeFile(source, '#include <bits/stdc++.h>\nint main() { std::cout << 1; }\n');
  const usedHeader = async ({ workshop, slots }: OpenWorkshop) => {
    const { toolchain, stamp } = workshop.languages.get('cpp20') ?? {};
    const [slot, recipe] = [slots[0], toolchain?.precompiledHeader];
    if (!slot || !toolchain || !recipe || !stamp) throw new Error('No slot or no C++20');
    expect(await workshop.headers.make(slot.program, recipe, stamp)).toBe(null);
    const box = workshop.headers.folder(recipe) ?? '';
    // With -H gcc lists what it includes; "!" marks a precompiled file that it used.
    const argv = [
      ...toolchain.compile({ text: '', fileName: 'uses-all.cpp' }, toolchain.options.compile),
      '-H',
    ];
    const filesIn = [{ from: source, name: 'uses-all.cpp' }];
    await slot.program.run({ argv, box, filesIn, stderr, limits: HEADER_LIMITS });
    expect(await readFile(stderr, 'utf8')).toContain('! /box/bits/stdc++.h.gch');
    return statSync(join(box, 'bits/stdc++.h.gch')).mtimeMs;
  };
  const first = await open();
  await shareHeaders(first);
  const madeAtMs = await usedHeader(first);
  await first.close();

  const second = await open();
  expect(await usedHeader(second)).toBe(madeAtMs);
  await second.close();
  expect(complaints).toEqual([]);
});

describe('sets of headers that are precompiled', () => {
  const SUM =
    'int main() { std::vector<int> all(2); for (int &x : all) std::cin >> x; std::cout << all[0] + all[1]; }';
  let workplace: OpenWorkshop;
  beforeEach(async () => {
    workplace = await open();
  });
  afterEach(() => workplace.close());

  /** Makes the headers, which are kept from the test before, and compiles with or without them. */
  async function programOf(text: string, precompiled: boolean): Promise<Compilation> {
    const { workshop, slots } = workplace;
    const { toolchain, stamp } = workshop.languages.get('cpp20') ?? {};
    const recipe = toolchain?.precompiledHeader;
    if (!slots[0] || !recipe || !stamp) throw new Error('No slot or no C++20');
    if (precompiled) expect(await workshop.headers.make(slots[0].program, recipe, stamp)).toBe(null);
    return compileIn(workplace, 'cpp20', text);
  }
  const bytesOf = (made: Compilation) =>
    made.kind === 'program' ? readFile(join(made.program.folder, 'main')) : made;

  test('are put in front of a source that includes all of them, the largest that fits', async () => {
    await programOf('int main() {}', true);
    const { workshop } = workplace;
    const recipe = workshop.languages.get('cpp20')?.toolchain.precompiledHeader;
    if (!recipe) throw new Error('No C++20');
    const optionsFor = (...names: string[]) =>
      workshop.headers.options(recipe, names.map((name) => `#include <${name}>\n`).join(''));

    expect(optionsFor('cmath', 'iostream')).toEqual(['-include', 'ahead/1.h']);
    expect(optionsFor('vector', 'iostream', 'algorithm', 'map')).toEqual(['-include', 'ahead/2.h']);
    expect(optionsFor('set', 'map', 'string', 'vector', 'iostream', 'algorithm')).toEqual([
      '-include',
      'ahead/3.h',
    ]);
    expect(optionsFor('iostream', 'bits/stdc++.h')).toEqual(['-include', 'bits/stdc++.h']);
    expect(optionsFor('vector', 'algorithm')).toEqual([]);
    expect(optionsFor('bits/stdc++.h', 'iostream')).toEqual([]);
  });

  test('are what gcc uses', async () => {
    await programOf('int main() {}', true);
    const { workshop, slots } = workplace;
    const { toolchain } = workshop.languages.get('cpp20') ?? {};
    if (!slots[0] || !toolchain?.precompiledHeader) throw new Error('No slot or no C++20');
    const [source, stderr] = [join(workDir, 'main.cpp'), join(workDir, 'included-files')];
    for (const name of ['ahead/1.h', 'ahead/2.h', 'ahead/3.h', 'bits/stdc++.h']) {
      await writeFile(source, '#include <iostream>\nint main() { std::cout << 1; }\n');
      // With -H gcc lists what it includes; "!" marks a precompiled file that it used.
      const argv = [
        ...toolchain.compile({ text: '', fileName: 'main.cpp' }, toolchain.options.compile),
        '-H',
        '-include',
        name,
      ];
      const box = workshop.headers.folder(toolchain.precompiledHeader) ?? '';
      const filesIn = [{ from: source, name: 'main.cpp' }];
      await slots[0].program.run({ argv, box, filesIn, stderr, limits: HEADER_LIMITS });
      expect(await readFile(stderr, 'utf8')).toContain(`! /box/${name}.gch`);
    }
  });

  let without: Awaited<ReturnType<typeof bytesOf>> | undefined;

  test.each([
    ['#include <bits/stdc++.h>\n'],
    ['#include <iostream>\n#include <bits/stdc++.h>\n'],
    ['#define ALL\n#include <bits/stdc++.h>\n'],
    ['#include <iostream>\n#include <vector>\n'],
    ['#include <iostream>\n#include <algorithm>\n#include <vector>\n'],
    [
      '#include <set>\n#include <string>\n#include <map>\n#include <vector>\n#include <algorithm>\n#include <iostream>\n',
    ],
  ])('lead to the very same program: %j', async (includes) => {
    // Headers that a program does not use change nothing in it, so that one without precompiled headers serves for all.
    without ??= await bytesOf(await programOf(`#include <vector>\n#include <iostream>\n${SUM}`, false));

    const made = await programOf(`${includes}${SUM}`, true);

    expect(made).toMatchObject({ kind: 'program', fromCache: false });
    expect(await bytesOf(made)).toEqual(without);
  });

  test('hide no include that a source forgets', async () => {
    const made = await programOf(
      '#include <iostream>\nint main() { std::map<int, int> m; std::cout << m[0]; }',
      true,
    );

    expect(made).toMatchObject({
      kind: 'rejected',
      text: expect.stringContaining('‘map’ is not a member of ‘std’'),
    });
  });
});

describe('the cache of programs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'balloon-programs-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const open = (maxBytes: number, bootId = 'boot') => openProgramCache(folder, maxBytes, bootId);
  const kept = () => readdir(join(folder, 'boot'));
  const make = async (path: string) => {
    await mkdir(join(path, 'made'), { recursive: true });
    return true;
  };

  test('keeps nothing of a failed compilation', async () => {
    const cache = await open(1024 ** 2);
    expect(await cache.add('a', async () => false)).toBe(null);
    await expect(cache.add('b', () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    expect(await kept()).toEqual([]);
    expect(cache.hold('a')).toBe(null);
  });

  test('two makers of the same program end up with one', async () => {
    const cache = await open(1024 ** 2);
    const [first, second] = await Promise.all([cache.add('a', make), cache.add('a', make)]);
    expect(first?.folder).toBe(second?.folder);
    expect(await kept()).toEqual(['a']);
  });

  test('removes the oldest when full, but no held one', async () => {
    const cache = await open(2 * 64 * 1024 + 1);
    const held = await cache.add('a', async () => true);
    (await cache.add('b', async () => true))?.[Symbol.dispose]();
    (await cache.add('c', async () => true))?.[Symbol.dispose]();
    expect(await kept()).toEqual(['a', 'c']);
    held?.[Symbol.dispose]();
  });

  test('outlives the judge, and not the machine, which may have lost what it had written last', async () => {
    const add = async (cache: ProgramCache) => (await cache.add('a', make))?.[Symbol.dispose]();
    await add(await open(1024 ** 2, 'first'));
    expect((await open(1024 ** 2, 'first')).hold('a')?.folder).toBe(join(folder, 'first', 'a'));
    const restarted = await open(1024 ** 2, 'second');
    expect(restarted.hold('a')).toBe(null);
    expect(await readdir(folder)).toEqual(['second']);
  });
});
