-- 0083_presence_by_process.sql
-- Ten thousand people in a contest were ten thousand rows, which each web process wrote again every few seconds. Now
-- a process writes one row for each contest.

drop table contest_presence;
create unlogged table contest_presence (
  contest_id integer not null references contest on delete cascade,
  process_id uuid not null,
  account_ids integer[] not null,
  seen_at_ms bigint not null,
  primary key (contest_id, process_id)
);
