import type { Connection } from '@balloon/database/connect.ts';

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
      await client.query({
        name: 'bare',
        text: 'insert into bench_bare (source) values ($1) returning id',
        values: [source],
      });
      times.push(performance.now() - startedAtMs);
    }
  } finally {
    client.release();
  }
  return times;
}
