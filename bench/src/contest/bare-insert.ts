import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Connection } from '@balloon/database/connect.ts';
import type pg from 'pg';

/** Makes the table of bare inserts. */
export const createBareTable = ({ pool }: Connection) =>
  pool.query('create table bench_bare (id bigint generated always as identity primary key, source text)');

/** Inserts a text, with a commit each time; returns how long each took in ms. */
export async function insertBare({ pool }: Connection, source: string, number: number): Promise<number[]> {
  const times: number[] = [];
  const client = await pool.connect();
  try {
    for (let sent = 0; sent < number; sent += 1) {
      const startedAtMs = performance.now();
      await insertOne(client, source);
      times.push(performance.now() - startedAtMs);
    }
  } finally {
    client.release();
  }
  return times;
}

/** Inserts a text by a prepared statement, which is a transaction of its own; returns its id. */
export async function insertOne(client: Pick<pg.ClientBase, 'query'>, source: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>({
    name: 'bare',
    text: 'insert into bench_bare (source) values ($1) returning id',
    values: [source],
  });
  return rows[0]?.id ?? 0;
}

/** Starts a bare `node:http` that makes such an insert for each solution that is posted to it. */
export async function startBareInsertServer(databaseUrl: string) {
  const program = fileURLToPath(new URL('bare-insert-server.ts', import.meta.url));
  const child = fork(program, [databaseUrl]);
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.disconnect() };
}
