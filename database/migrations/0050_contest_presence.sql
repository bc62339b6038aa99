-- 0050_contest_presence.sql
-- The control screen of a contest counts participants who have one of its pages open, on whichever web process. Each
-- process writes down who is in its rooms every few seconds. What a crash loses is written again, hence unlogged.

create unlogged table contest_presence (
  contest_id integer not null references contest on delete cascade,
  account_id integer not null references account on delete cascade,
  seen_at_ms bigint not null,
  primary key (contest_id, account_id)
);
