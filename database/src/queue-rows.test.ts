import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What a row of the queue may be about, and for which purposes. */
const PURPOSES = {
  solution_id: ['verdict', 'detail'],
  trial_run_id: ['trial'],
  import_id: ['import'],
  check_id: ['check'],
  rejudging_run_id: ['rejudge'],
  similarity_part_id: ['compare'],
};
const SUBJECTS = Object.keys(PURPOSES) as (keyof typeof PURPOSES)[];

test('a row of the queue is about one thing, which is that of its purpose', async () => {
  const purposes = [...Object.values(PURPOSES).flat(), 'other'];
  const chosen = Array.from({ length: 2 ** SUBJECTS.length }, (_, bits) =>
    SUBJECTS.filter((_, place) => bits & (1 << place)),
  );
  const rows = purposes.flatMap((purpose) => chosen.map((subjects) => ({ purpose, subjects })));
  const { rows: answers } = await database.pool.query<{ fits: boolean }>(
    `select is_queueable(purpose, 'queued', solution_id, trial_run_id, import_id, check_id, rejudging_run_id, similarity_part_id)
       as fits
     from jsonb_to_recordset($1) as given (
       purpose text, solution_id integer, trial_run_id integer, import_id integer, check_id integer,
       rejudging_run_id integer, similarity_part_id integer
     )`,
    [
      JSON.stringify(
        rows.map(({ purpose, subjects }) => ({
          purpose,
          ...Object.fromEntries(subjects.map((name) => [name, 1])),
        })),
      ),
    ],
  );

  const fitting = rows.filter((_, index) => answers[index]?.fits);
  expect(answers.every(({ fits }) => typeof fits === 'boolean')).toBe(true);
  expect(fitting.map(({ purpose, subjects }) => [purpose, ...subjects]).sort()).toEqual(
    SUBJECTS.flatMap((subject) => PURPOSES[subject].map((purpose) => [purpose, subject])).sort(),
  );
});

test('no other row comes into the queue', async () => {
  const insert = (columns: string, values: string) =>
    database.pool.query(
      `insert into judging (account_id, system_type, language_key, ${columns}) values (1, 'balloon', 'cpp', ${values})`,
    );
  const refused = { constraint: 'judging_subject' };
  await expect(insert('purpose', `'verdict'`)).rejects.toMatchObject(refused);
  await expect(insert('import_id, purpose', `1, 'trial'`)).rejects.toMatchObject(refused);
  await expect(insert('similarity_part_id, purpose', `1, 'verdict'`)).rejects.toMatchObject(refused);
  await expect(insert('solution_id, state', `1, 'lost'`)).rejects.toMatchObject(refused);
});
