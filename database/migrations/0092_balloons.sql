-- 0092_balloons.sql
-- Runners carry balloons to those who have solved a problem. Which balloons are due follows from the scoreboard, so a
-- restart loses none; stored is what people did with them. The key gives each balloon to one runner, and once, whatever
-- is judged again meanwhile.

create table balloon (
  contest_id integer not null references contest on delete cascade,
  account_id integer not null references account on delete cascade,
  problem_id integer not null references problem on delete cascade,
  -- Null only when the account of the runner is gone.
  taken_by_id integer references account on delete set null,
  taken_at_ms bigint not null,
  delivered_at_ms bigint,
  primary key (contest_id, account_id, problem_id)
);
create index balloon_by_account on balloon (account_id);
create index balloon_by_problem on balloon (problem_id);
create index balloon_by_runner on balloon (taken_by_id);

-- Only contests whose organisers want something else than the usual rules.
create table balloon_rules (
  contest_id integer primary key references contest on delete cascade,
  in_freeze text not null check (in_freeze in ('no', 'until', 'yes')),
  until_number integer not null check (until_number between 1 and 100)
);

-- People who carry balloons without being supervisors.
create table balloon_runner (
  contest_id integer not null references contest on delete cascade,
  account_id integer not null references account on delete cascade,
  primary key (contest_id, account_id)
);
create index balloon_runner_by_account on balloon_runner (account_id);
