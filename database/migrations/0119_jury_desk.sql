-- 0119_jury_desk.sql
-- Supervisors learned of judging errors from the list of submissions only, and two of them could look into the same
-- submission without knowing it.

-- Why judging fails on a problem of a contest, one row for each cause; written when an error becomes final.
create table judging_fault (
  contest_id integer not null references contest on delete cascade,
  problem_id integer not null references problem on delete cascade,
  cause text not null,
  -- Words of the judge about the newest one, for supervisors.
  detail text not null,
  solution_id integer not null references solution on delete cascade,
  last_at_ms bigint not null,
  -- When supervisors were last told of it.
  told_at_ms bigint not null,
  primary key (contest_id, problem_id, cause)
);
create index judging_fault_by_problem on judging_fault (problem_id);
create index judging_fault_by_solution on judging_fault (solution_id);

-- A supervisor checks this solution at the moment; runs out by itself.
create table solution_take (
  solution_id integer primary key references solution on delete cascade,
  taken_by_id integer not null references account on delete cascade,
  taken_at_ms bigint not null
);
create index solution_take_by_account on solution_take (taken_by_id);

-- Which solutions supervisors have open on each web process, as in contracts/src/jury-desk.ts. What a crash loses is
-- written again, hence unlogged.
create unlogged table jury_presence (
  contest_id integer not null references contest on delete cascade,
  process_id uuid not null,
  looks jsonb not null,
  seen_at_ms bigint not null,
  primary key (contest_id, process_id)
);
