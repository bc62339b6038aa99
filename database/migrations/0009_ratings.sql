-- 0009_ratings.sql
-- Ratings of groups: what each rated contest did to each participant. They are computed from zero each time, so only
-- the newest computation is kept.

-- Who computed ratings, and when. The changes are those of the newest.
create table rating_version (
  number integer generated always as identity primary key,
  computed_at_ms bigint not null,
  computed_by_id integer references account on delete set null
);

-- Of one person the ids grow in the order of the contests.
create table rating_change (
  id integer generated always as identity primary key,
  group_id integer not null references user_group on delete cascade,
  contest_id integer not null references contest on delete cascade,
  account_id integer not null references account on delete cascade,
  real_rank integer not null,
  expected_rank double precision not null,
  penalty_min integer not null,
  rating_before double precision not null,
  rating_after double precision not null,
  performance double precision not null,
  -- The last of this person in this group: the present rating.
  is_current boolean not null,
  unique (account_id, group_id, contest_id)
);
create unique index rating_change_current on rating_change (group_id, account_id) where is_current;
create index rating_change_by_contest on rating_change (contest_id);
