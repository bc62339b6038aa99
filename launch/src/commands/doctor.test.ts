import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NEEDED_LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportLines } from '#doctor/print-report.ts';
import type { DoctorReport } from '#doctor/report.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'balloon-doctor-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

function doctor(args: string[], settings: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...settings };
    execFile(process.execPath, [MAIN, 'doctor', ...args], { env }, (error, stdout) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout }),
    );
  });
}

test('a machine that can judge is told so, with every language tried, and nothing is left behind', async () => {
  mkdirSync(path.join(dataDir, 'testlib'));
  writeFileSync(path.join(dataDir, 'testlib/testlib.h'), '');

  const { code, output } = await doctor(['--json']);

  const report = JSON.parse(output) as DoctorReport;
  expect(report.problems).toEqual([]);
  expect({ code, canJudge: report.canJudge }).toEqual({ code: 0, canJudge: true });
  for (const key of NEEDED_LANGUAGES) {
    const language = report.languages.find((one) => one.key === key);
    expect(language).toMatchObject({ state: 'works', version: expect.any(String), remedy: null });
    expect(language?.compileMs).toBeGreaterThan(0);
  }
  for (const { state, remedy } of report.languages) expect(remedy === null).toBe(state === 'works');
  expect(report.database).toMatchObject({ kind: 'built-in', usable: true });
  expect(report.pooler).toBeNull();
  expect(report.testlib).toEqual({ folder: path.join(dataDir, 'testlib'), found: true });
  expect(report.machine.cores).toBeGreaterThan(0);
  expect(report.times?.medianMs).toBeGreaterThan(0);
  expect(report.times?.spread).toBeGreaterThanOrEqual(0);
  expect(readdirSync(dataDir)).toEqual(['testlib']);
});

test('a machine that cannot judge is reported by the exit code, and the reason in the text', async () => {
  const file = path.join(dataDir, 'a-file');
  writeFileSync(file, '');

  const { code, output } = await doctor([], {
    ...{ DATA_DIR: file, DATABASE_URL: 'postgres://127.0.0.1:1/x' },
    DATABASE_POOLER_URL: 'postgres://127.0.0.1:2/x',
    DATABASE_REPLICA_URL: 'postgres://127.0.0.1:3/x postgres://127.0.0.1:4/x',
  });

  expect(code).toBe(1);
  expect(output).toMatch(/Nothing can be judged here: .*ENOTDIR/);
  expect(output).toMatch(/PostgreSQL +not usable, own: DATABASE_URL: .*ECONNREFUSED/);
  expect(output).toMatch(/Pooler +not usable: DATABASE_POOLER_URL: .*ECONNREFUSED/);
  for (const port of [3, 4]) {
    expect(output).toMatch(new RegExp(`Replica +not usable: DATABASE_REPLICA_URL: .*ECONNREFUSED.*:${port}`));
  }
  expect(output).not.toContain('\u001b[');
});

const REPORT: DoctorReport = {
  canJudge: false,
  problems: ['C++20 is needed for any contest: sudo apt-get install g++'],
  machine: {
    system: 'Debian GNU/Linux 12 (bookworm), x64',
    kernel: 'Linux 6.1.0',
    cores: 4,
    memoryMb: 8192,
    freeMemoryMb: 4096,
    dataDir: '/srv/balloon',
    freeDiskMb: 20_480,
  },
  sandbox: { mode: 'namespaces', cgroup: 'none', warnings: ['Reduced: run the judge as root'] },
  times: { medianMs: 20.2, spread: 0.213, warnings: ['Turbo is on: turn it off'] },
  database: { kind: 'built-in', usable: true, detail: 'postgres (PostgreSQL) 18.4' },
  pooler: { usable: true, detail: 'PostgreSQL 18.4 answers at DATABASE_POOLER_URL' },
  replicas: [{ usable: true, detail: 'it keeps up with the database' }],
  backups: { folder: '/srv/balloon/backups', newest: null },
  testlib: { folder: '/srv/balloon/testlib', found: false },
  languages: [
    {
      ...{ key: 'cpp20', name: 'C++20', authorsOnly: false, state: 'missing', version: null },
      ...{ compileMs: null, runMs: null, remedy: 'sudo apt-get install g++', trouble: null },
    },
    {
      ...{
        key: 'java',
        name: 'Java',
        authorsOnly: false,
        state: 'broken',
        version: null,
        compileMs: null,
        runMs: null,
      },
      ...{ remedy: 'sudo apt-get install --reinstall default-jdk-headless', trouble: 'signal SIGSEGV' },
    },
    {
      ...{ key: 'cpp11', name: 'C++11', authorsOnly: true, state: 'works', version: 'g++ 12.2.0' },
      ...{ compileMs: 512, runMs: 3, remedy: null, trouble: null },
    },
  ],
  addAll: 'sudo apt-get install g++',
};

test('people get a table with the commands, in plain text', () => {
  const text = reportLines(REPORT, (_colour, words) => words).join('\n');
  expect(text).toMatchInlineSnapshot(`
    "Machine     Debian GNU/Linux 12 (bookworm), x64, Linux 6.1.0
    Cores       4
    Memory      8.0 GB, 4.0 GB free
    Disk        20.0 GB free for /srv/balloon
    Sandbox     namespaces, cgroups: none
                Reduced: run the judge as root
    Times       the same program differs by 21.3 %
                Turbo is on: turn it off
    PostgreSQL  ok, built-in: postgres (PostgreSQL) 18.4
    Pooler      ok: PostgreSQL 18.4 answers at DATABASE_POOLER_URL
    Replica     ok: it keeps up with the database
    Backup      none in /srv/balloon/backups: npm run -s balloon -- backup makes one
    testlib.h   not there: put it into /srv/balloon/testlib for problem packages that do not bring it (https://github.com/MikeMirzayanov/testlib)

    Language  state    compile ms    run ms   version, or how to add it
    C++20     missing                         sudo apt-get install g++
    Java      broken                          signal SIGSEGV: sudo apt-get install --reinstall default-jdk-headless
    C++11     works           512         3   g++ 12.2.0 (for what problems bring)

    To add all languages that are missing: sudo apt-get install g++

    C++20 is needed for any contest: sudo apt-get install g++
    This machine cannot judge yet."
  `);
});
