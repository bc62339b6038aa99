import type { Connection } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { BenchSite } from '#processes/bench-site.ts';
import { load, type ScoreboardRequestsRow } from '#scoreboard/scoreboard-requests-bench.ts';

const CONTESTS = 2_000;
const PROBLEMS = 10_000;
const SOLUTIONS_PER_LINK = 20;
const HOUR_MS = 3_600_000;

/** Lists of the admin area, as an admin's browser asks for them. */
const CALLS: Record<string, string> = {
  'contests, first page': '/api/admin/contests?sort=byId',
  'contests, a search, page 100': '/api/admin/contests?query=filled&offset=1000',
  'contests, removed ones': '/api/admin/contests?category=showOnlyRemoved',
  'problems with statements, first 30': '/api/admin/problems?systemType=all',
  'problems, brief, first 30': '/api/admin/problems?brief=1',
  'problems, brief, a search': '/api/admin/problems?brief=1&q=number%2077',
  'problems, brief, without tests': '/api/admin/problems?brief=1&state=noTests',
  'problems, brief, failing': '/api/admin/problems?brief=1&state=failing',
  'search over everything, a word': '/api/admin/search?q=filled',
  'search over everything, three words': '/api/admin/search?q=number%20filled%2077',
  'search over everything, two letters': '/api/admin/search?q=77',
  'search over everything, found nowhere': '/api/admin/search?q=qzxw',
  'problems, brief, least used first, page 100': '/api/admin/problems?brief=1&sort=byUse&offset=3000',
};

/** Measures the lists of the admin area over a site of many years. */
export async function benchAdminLists({ url, database, crew }: BenchSite): Promise<ScoreboardRequestsRow[]> {
  await fill(database);
  const rows: ScoreboardRequestsRow[] = [];
  for (const [what, path] of Object.entries(CALLS)) {
    rows.push(await load(what, url + path, crew.admin.token));
  }
  return rows;
}

/** Inserts contests with ten problems each, problems in two languages with a package, and solutions. */
async function fill({ db }: Connection): Promise<void> {
  await sql`
    with made as (
      insert into problem (title, html_statement, foreign_problem_identifier, is_failing)
      select 'Filled number ' || n, repeat('<p>' || md5(n::text) || '</p>', 100), n::text, n % 50 = 0
      from generate_series(1, ${PROBLEMS}::int) n
      returning id, title, html_statement
    ), translated as (
      insert into problem_statement (problem_id, locale, title, html_statement, attachments)
      select id, 'ru-ru', title, html_statement, '{}' from made
    )
    insert into package_import (file_name, size_bytes, problem_id, state, report, created_at_ms)
    select 'filled.zip', 1, id, 'done', jsonb_build_object('outcome', 'agrees', 'findings', '[]'::jsonb), 0
    from made`.execute(db);
  await sql`
    insert into contest (name, start_time_ms, duration_time_ms, relative_freeze_time_ms, is_suspended)
    select 'Filled contest ' || n, n * ${HOUR_MS}::bigint, ${5 * HOUR_MS}::bigint, ${4 * HOUR_MS}::bigint, n % 20 = 0
    from generate_series(1, ${CONTESTS}::int) n`.execute(db);
  await sql`
    insert into contest_problem (contest_id, problem_id, position)
    select contest.id, first.id + (contest.id * 5 + n) % ${PROBLEMS}::int, n
    from contest, generate_series(0, 9) n,
      lateral (select min(id) as id from problem where title like 'Filled%') as first
    where contest.name like 'Filled%'`.execute(db);
  await sql`
    insert into solution (contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256, verdict_id)
    select contest_id, problem_id, 1, 5, 0, 'print(1)', '', 1 + n % 5
    from contest_problem join contest on contest.id = contest_id, generate_series(1, ${SOLUTIONS_PER_LINK}::int) n
    where contest.name like 'Filled%'`.execute(db);
  await sql`analyze`.execute(db);
}
