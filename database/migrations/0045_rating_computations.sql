-- 0045_rating_computations.sql
-- Ratings are looked at before they are stored, and the last computation can be undone. So each computation keeps its
-- own results; rating_change stays a copy of those that count, which everything else reads.

alter table rating_version
  -- Null: all groups.
  add column group_id integer references user_group on delete cascade,
  -- Running and ended without a result, waiting for a decision, or decided.
  add column state text not null default 'stored'
    check (state in ('running', 'failed', 'preview', 'discarded', 'stored', 'undone')),
  -- Pairs of group and contest.
  add column done_pairs integer not null default 0,
  add column total_pairs integer not null default 0,
  add column stored_at_ms bigint,
  add column stored_by_id integer references account on delete set null,
  add column undone_at_ms bigint,
  add column undone_by_id integer references account on delete set null;
alter table rating_version alter column state drop default;
update rating_version set stored_at_ms = computed_at_ms, stored_by_id = computed_by_id;

-- The computation whose results count for a group.
alter table user_group add column rating_version integer references rating_version on delete set null;
create index user_group_by_rating_version on user_group (rating_version);
create index rating_version_by_group on rating_version (group_id);

-- Groups of a computation, and what it means for their people beside the results that counted before.
create table rating_version_group (
  version_number integer not null references rating_version on delete cascade,
  group_id integer not null references user_group on delete cascade,
  former_number integer references rating_version on delete set null,
  contests integer not null default 0,
  people integer not null default 0,
  risen integer not null default 0,
  fallen integer not null default 0,
  newcomers integer not null default 0,
  gone integer not null default 0,
  primary key (version_number, group_id)
);
create index rating_version_group_by_group on rating_version_group (group_id);
create index rating_version_group_by_former on rating_version_group (former_number);

-- Results of a computation; of one person the ids grow in the order of the contests. Those of old computations are
-- deleted.
create table rating_version_change (
  id bigint generated always as identity primary key,
  version_number integer not null references rating_version on delete cascade,
  group_id integer not null references user_group on delete cascade,
  contest_id integer not null references contest on delete cascade,
  account_id integer not null references account on delete cascade,
  real_rank integer not null,
  expected_rank double precision not null,
  penalty_min integer not null,
  rating_before double precision not null,
  rating_after double precision not null,
  performance double precision not null,
  -- The last of this person in this group.
  is_current boolean not null,
  unique (version_number, group_id, account_id, contest_id)
);
create index rating_version_change_by_group on rating_version_change (group_id);
create index rating_version_change_by_contest on rating_version_change (contest_id);
create index rating_version_change_by_account on rating_version_change (account_id);

-- The ratings that count now are the results of the newest computation.
update user_group set rating_version = (select max(number) from rating_version);
insert into rating_version_group (version_number, group_id) select rating_version, id from user_group
  where rating_version is not null;
insert into rating_version_change (
  version_number, group_id, contest_id, account_id, real_rank, expected_rank, penalty_min, rating_before,
  rating_after, performance, is_current
)
select user_group.rating_version, group_id, contest_id, account_id, real_rank, expected_rank, penalty_min,
  rating_before, rating_after, performance, is_current
from rating_change join user_group on user_group.id = group_id
where user_group.rating_version is not null
order by rating_change.id;
