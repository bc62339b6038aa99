-- 0065_outside_jobs.sql
-- Problems of outside systems are found and read by relays: a job is a scan of a list, an import of some problems, an
-- archive that is handed on, packages of Polygon, a look at an account or a trial solution. A job outlives its relay:
-- what was listed and read stays, and the next relay goes on from there.

create table outside_job (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('scan', 'import', 'archive', 'polygon', 'check', 'try')),
  server_id integer not null references outside_server on delete cascade,
  -- What was asked, by kind.
  request jsonb not null,
  author_id integer references account on delete set null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Where the list goes on; null with `is_listed`: the list is complete.
  cursor text,
  is_listed boolean not null default false,
  -- What a relay must know to go on with work that the system does, such as the number of an upload.
  memo text,
  -- What is at work, in the system's words, and steps of looks and trials.
  what text not null default '',
  steps jsonb not null default '[]',
  -- Why it failed or waits: the kind of a failure, and its words.
  failure text,
  message text,
  failures integer not null default 0,
  not_before_ms bigint not null default 0,
  relay_id integer references relay on delete set null,
  account_id integer references outside_account on delete set null,
  fence bigint,
  leased_until_ms bigint,
  created_at_ms bigint not null,
  started_at_ms bigint,
  ended_at_ms bigint
);
-- Jobs of a server, which are done in their order.
create index outside_job_open on outside_job (server_id, id) where state in ('waiting', 'running');
create index outside_job_of_author on outside_job (author_id);
create index outside_job_of_relay on outside_job (relay_id);
create index outside_job_of_account on outside_job (account_id);

-- Problems that a job has found: what became of each.
create table outside_job_line (
  job_id integer not null references outside_job on delete cascade,
  foreign_id text not null,
  title text not null,
  -- `wanted`: to be read yet. `known`: listed, and nothing was to be done.
  outcome text not null
    check (outcome in ('wanted', 'known', 'new', 'changed', 'same', 'vanished', 'failed')),
  message text,
  problem_id integer references problem on delete set null,
  -- An import of a package that came of it.
  import_id integer references package_import on delete set null,
  primary key (job_id, foreign_id)
);
create index outside_job_line_to_read on outside_job_line (job_id, foreign_id) where outcome = 'wanted';
create index outside_job_line_of_problem on outside_job_line (problem_id);
create index outside_job_line_of_import on outside_job_line (import_id);

-- Addresses of a problem's pages with what conditional requests send, where all of them have such.
alter table outside_problem add column validators jsonb;
-- The problem that an identifier of a system stands for.
create index problem_by_foreign_id on problem (foreign_problem_identifier) where system_type <> 'balloon';
