import { expect, test } from 'vitest';
import { explainFailure } from '#database/start-failure.ts';
import { StartAccident } from '#start-error.ts';

const WHERE = { logFile: '/data/logs/postgres.log', dataDir: '/data', port: 5433, freeBytes: 1024 ** 4 };
const STARTING = 'FATAL:  the database system is starting up\n';

test('a full disk is named with what to do, whatever else the log says and even if it says nothing', () => {
  const told = 'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device\n';

  const failures = [
    explainFailure(STARTING + told, WHERE),
    explainFailure(STARTING, { ...WHERE, freeBytes: 1024 ** 2 }),
  ];

  for (const { message } of failures) expect(message).toMatch(/^The disk of \/data is full.* Free some/);
});

test('a full disk and what nobody has explained are accidents, which another start may not meet; a port is not', () => {
  const inUse = 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\n';

  const failures = [
    explainFailure(STARTING, { ...WHERE, freeBytes: 1024 ** 2 }),
    explainFailure('FATAL:  could not map anonymous shared memory: Cannot allocate memory\n', WHERE),
    explainFailure('', WHERE),
    explainFailure(inUse, WHERE),
  ];

  expect(failures.map((failure) => failure instanceof StartAccident)).toEqual([true, true, true, false]);
});

test.each([
  ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', /DATABASE_PORT 5433 is in use/],
  [STARTING, /did not start \(the database system is starting up\); its log is \/data\/logs/],
  ['', /no reason given/],
])('other failures are told by the log: %j', (log, message) => {
  expect(explainFailure(log, WHERE).message).toMatch(message);
});
