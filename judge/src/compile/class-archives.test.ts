import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compile } from '#compile/compile.ts';
import { java } from '#languages/java.ts';
import { COMPILE_LIMITS } from '#run/limits.ts';
import { BASE_ENV } from '#run/run-environment.ts';
import { openTestWorkshop } from '#testing/open-test-workshop.ts';
import { createBlobShelf } from '#testing/test-workshop.ts';

const workDir = await mkdtemp(join(tmpdir(), 'balloon-archives-'));
const complaints: string[] = [];
const note = (line: string) => void complaints.push(line);
const open = await openTestWorkshop({
  workDir,
  slots: 1,
  blobSource: createBlobShelf().source,
  log: { info: note, warn: note, error: note },
});
const [slot] = open.slots;
const language = open.workshop.languages.get('java');
const recipe = java.classArchive;
afterAll(async () => {
  await open.close();
  await rm(workDir, { recursive: true });
});

/** Makes the archive, or finds that of the test before, and returns its path. */
async function archive(): Promise<string> {
  if (!slot || !language || !recipe) throw new Error('No slot or no Java');
  expect(await open.workshop.archives.make(slot.program, recipe, language.stamp)).toBe(null);
  return join(open.workshop.archives.folder(recipe) ?? '', recipe.name);
}

function compileHere(text: string) {
  if (!slot || !language) throw new Error('No slot or no Java');
  return compile(open.workshop, { container: slot.program, folder: slot.folder }, language, text);
}

test.skipIf(!language)('the Java compiler takes its classes out of an archive that is kept', async () => {
  const path = await archive();
  const madeAtMs = (await stat(path)).mtimeMs;
  expect((await stat(await archive())).mtimeMs).toBe(madeAtMs);

  const [source, stdout] = [join(workDir, 'Main.java'), join(workDir, 'loaded')];
  await writeFile(source, java.hello.replace('Hello', 'Main'));
  const run = await slot?.program.run({
    argv: java.compile({ text: await readFile(source, 'utf8'), fileName: 'Main.java' }, java.options.compile),
    env: { ...BASE_ENV, JAVA_TOOL_OPTIONS: '-Xlog:class+load' },
    box: join(path, '..'),
    filesIn: [{ from: source, name: 'Main.java' }],
    stdout,
    limits: { ...COMPILE_LIMITS, cpuMs: 60_000, wallMs: 120_000 },
  });
  expect(run).toMatchObject({ cause: 'exit', exitCode: 0 });
  // Classes of the archive of the JDK itself come without "(top)".
  expect(await readFile(stdout, 'utf8')).toMatch(/javac\.comp\.Attr source: shared objects file \(top\)/);
});

test.skipIf(!language)('a damaged archive is ignored, and not mentioned to the author', async () => {
  const path = await archive();
  await chmod(path, 0o644);
  await writeFile(path, 'no archive');

  expect(await compileHere(java.hello)).toMatchObject({ kind: 'program' });
  const rejected = await compileHere('class Main { oops }');
  expect(rejected.kind === 'rejected' && rejected.text).toMatch(/^Main\.java:1: error/);
  expect(complaints).toEqual([]);
});
