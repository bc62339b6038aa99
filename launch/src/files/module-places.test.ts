import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const PLACES = path.join(import.meta.dirname, 'module-places.ts');

let root: string;
let memory: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'balloon-places-'));
  memory = path.join(root, 'node_modules', '.cache', 'places.json');
  write('package.json', JSON.stringify({ type: 'module', workspaces: ['room'] }));
  write('node_modules/.package-lock.json', '{}');
  leadTo('first');
  write('room/first/word.ts', "export const word: string = 'first';");
  write('room/second/word.ts', "export const word: string = 'second';");
  write('room/main.ts', "import { word } from '#word.ts';\nimport './word.cjs';\nconsole.log(word);");
  write('room/word.cjs', "require('node:path'); require('./other.cjs');");
  write('room/other.cjs', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a second process takes places from what the first one has found', () => {
  expect(run()).toBe('first');
  expect(remembered('room/main.ts')['#word.ts']).toEqual(['room/first/word.ts', 'module-typescript']);
  point('room/main.ts', '#word.ts', 'room/second/word.ts');

  expect(run()).toBe('second');
});

test('places of before a change of a package.json count no more', () => {
  run();
  leadTo('second', { also: 'a longer file' });

  expect(run()).toBe('second');
  expect(remembered('room/main.ts')['#word.ts']?.[0]).toBe('room/second/word.ts');
});

test('places of before an installation count no more', () => {
  run();
  point('room/main.ts', '#word.ts', 'room/second/word.ts');
  write('node_modules/.package-lock.json', '{ "packages": {} }');

  expect(run()).toBe('first');
});

test('what one process has found stays when another one finds more', () => {
  run();
  write('room/other.ts', "import './first/word.ts';");
  run('other.ts');

  expect(remembered('room/main.ts')['#word.ts']).toBeDefined();
  expect(remembered('room/other.ts')['./first/word.ts']).toBeDefined();
});

test('a damaged memory is written anew, and one that cannot be written is done without', () => {
  mkdirSync(path.dirname(memory), { recursive: true });
  writeFileSync(memory, '{"stamp":');
  expect(run()).toBe('first');
  expect(remembered('room/main.ts')).toBeDefined();

  rmSync(path.dirname(memory), { recursive: true });
  write('node_modules/.cache', 'a file in the place of the folder');
  expect(run()).toBe('first');
  expect(existsSync(memory)).toBe(false);
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Makes imports of `#…` lead to a folder of the room. */
function leadTo(folder: string, more: object = {}): void {
  write('room/package.json', JSON.stringify({ type: 'module', imports: { '#*': `./${folder}/*` }, ...more }));
}

type Memory = { places: Record<string, Record<string, [string, string]>> };

const remembered = (module: string) =>
  (JSON.parse(readFileSync(memory, 'utf8')) as Memory).places[module] ?? {};

/** Writes another place into the memory, which shows whether it is asked. */
function point(module: string, specifier: string, place: string): void {
  const kept = JSON.parse(readFileSync(memory, 'utf8')) as Memory;
  Object.assign(kept.places[module] ?? {}, { [specifier]: [place, 'module-typescript'] });
  writeFileSync(memory, JSON.stringify(kept));
}

/** Runs a module of the room in a process of its own; returns what it prints. */
function run(module = 'main.ts'): string {
  const program = `
    const { rememberPlaces } = await import(${JSON.stringify(PLACES)});
    rememberPlaces(${JSON.stringify(root)}, ${JSON.stringify(memory)});
    await import(${JSON.stringify(path.join(root, 'room', module))});`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim();
}
