-- 0064_outside_systems.sql
-- Problems that outside systems judge: their servers, the accounts under which solutions are sent, and the runs that were
-- sent. A run is written before its request leaves, so that after a crash or a lost answer it is looked for and never
-- sent a second time. Solutions wait in the same queue as those of our own judge.

create table outside_server (
  id integer generated always as identity primary key,
  system_type text not null,
  name text not null,
  url text not null,
  settings jsonb not null default '{}',
  send_every_ms integer not null check (send_every_ms >= 0),
  -- Sends wait while this is set: an admin has paused them, or a page has changed.
  paused_at_ms bigint,
  pause_reason text,
  -- Sends wait until then after failures; one try follows.
  away_until_ms bigint not null default 0,
  failures integer not null default 0,
  created_at_ms bigint not null,
  unique (system_type, url)
);

-- Relays, which carry solutions to outside systems, and their last signs of life.
create table relay (
  id integer generated always as identity primary key,
  name text not null unique,
  version text not null,
  seen_at_ms bigint not null
);

create table outside_account (
  id integer generated always as identity primary key,
  server_id integer not null references outside_server on delete cascade,
  name text not null,
  -- Credentials and session, encrypted with SETTINGS_KEY.
  credentials text not null,
  session text,
  author_id text,
  -- A disabled account is not used until an admin enables it; the reason says why.
  disabled_at_ms bigint,
  reason text,
  -- Not used before: pace of sends, or a request to slow down.
  free_at_ms bigint not null default 0,
  last_sent_at_ms bigint,
  sent_number integer not null default 0,
  -- Fence of the lease that prepares a send with it now.
  busy_fence bigint,
  unique (server_id, name)
);

create table outside_problem (
  problem_id integer primary key references problem on delete cascade,
  server_id integer not null references outside_server on delete restrict,
  time_limit_ms integer,
  memory_limit_kb integer,
  input_file text,
  output_file text,
  url text,
  -- Hash of all that was read, by which a scan knows a changed problem.
  content_sha256 text,
  read_at_ms bigint,
  vanished_at_ms bigint
);
-- Problems of a server that is shown or removed.
create index outside_problem_of_server on outside_problem (server_id);

-- Servers have languages of their own; languages of our judge have no server.
alter table language add column outside_server_id integer references outside_server on delete cascade;
alter table language drop constraint language_system_type_foreign_language_id_key;
create unique index language_by_foreign_id
  on language (system_type, coalesce(outside_server_id, 0), foreign_language_id);
-- Languages of a problem that has a list of its own; the others have those of their server.
create table problem_language (
  problem_id integer not null references problem on delete cascade,
  language_id integer not null references language on delete cascade,
  primary key (problem_id, language_id)
);

create table outside_run (
  solution_id integer primary key references solution on delete cascade,
  server_id integer not null references outside_server on delete restrict,
  account_id integer references outside_account on delete set null,
  state text not null check (state in ('sending', 'accepted', 'unsettled')),
  watermark text,
  foreign_run_id text,
  sent_at_ms bigint not null,
  looks integer not null default 0,
  candidates text[] not null default '{}',
  -- The system's own words, as last shown.
  foreign_verdict text,
  is_strange boolean not null default false,
  -- The system refused the same source as a duplicate: the verdict of the earlier run counts for both.
  is_shared boolean not null default false
);
-- A run belongs to one solution, except where the system refuses the same source twice.
create unique index outside_run_by_foreign_id on outside_run (server_id, foreign_run_id) where not is_shared;
-- Runs of an account that is removed.
create index outside_run_of_account on outside_run (account_id);
-- Runs that a supervisor has to settle or to look at.
create index outside_run_to_settle on outside_run (solution_id) where state = 'unsettled' or is_strange;

-- Pages that could not be read and failures, the newest of each server.
create table outside_trouble (
  id bigint generated always as identity primary key,
  server_id integer not null references outside_server on delete cascade,
  account_id integer references outside_account on delete set null,
  solution_id integer references solution on delete set null,
  kind text not null,
  message text not null,
  evidence jsonb,
  happened_at_ms bigint not null
);
create index outside_trouble_of_server on outside_trouble (server_id, id desc);

-- Tokens of relays, which get the secrets of accounts; those of judges do not.
alter table judge_token add column is_relay boolean not null default false;
