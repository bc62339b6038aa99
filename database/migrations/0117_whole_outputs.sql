-- 0117_whole_outputs.sql
-- Supervisors saw the beginnings of outputs only, and after a run on all tests. They now ask for the whole output of a
-- solution on a test, which a judge makes by running it on that test again.

-- A detail of this test alone, with its whole output; null: of all tests. Means nothing for other purposes.
alter table judging add column only_test integer;

-- What a solution wrote on a test, and how that run ended. Made on request and thrown away after some hours.
create table solution_output (
  solution_id integer not null references solution on delete cascade,
  test_number integer not null,
  verdict_id integer not null,
  time_ms integer not null,
  memory_kb integer not null,
  comment text,
  -- The output; null where there is none, as of an interaction or of a program that does not compile.
  sha256 text references blob,
  -- Size of the whole; the blob has the beginning of an output that is larger than what is kept.
  output_bytes bigint,
  testset_sha256 text,
  -- The lease that brought it, so that the same result twice is no error.
  fence bigint not null,
  made_at_ms bigint not null,
  primary key (solution_id, test_number)
);
create index solution_output_by_age on solution_output (made_at_ms);
-- Without it each thrown-away blob reads all outputs.
create index solution_output_by_blob on solution_output (sha256);
