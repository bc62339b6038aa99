-- 0004_all_tests.sql
-- A verdict stops at the first failed test. Supervisors may have a solution run on all of them, beside its verdict and
-- without touching it; this is where such a run waits and what came of it.

-- A row that is there for a detail becomes one for a verdict when the solution is judged again meanwhile.
alter table judging add column purpose text not null default 'verdict' check (purpose in ('verdict', 'detail'));

-- The newest run on all tests. What it shows are secrets of the jury.
create table solution_detail (
  solution_id integer primary key references solution on delete cascade,
  verdict_id integer not null,
  score double precision,
  compilation_error text,
  judging_detail text,
  -- As of `solution`.
  judged_by jsonb,
  made_at_ms bigint not null
);

create table solution_test (
  solution_id integer not null references solution_detail on delete cascade,
  number integer not null,
  verdict_id integer not null,
  time_ms integer not null,
  memory_kb integer not null,
  -- How the program ended by itself, or which signal ended it; both null when the judge stopped it.
  exit_code integer,
  signal integer,
  points double precision,
  comment text,
  -- Beginnings of the files and the sizes of the whole; null where there is no file.
  input text,
  input_bytes bigint,
  output text,
  output_bytes bigint,
  answer text,
  answer_bytes bigint,
  primary key (solution_id, number)
);
