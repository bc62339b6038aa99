-- 0152_drafts.sql
-- How a program came to be is evidence where two are alike: a contest may keep what participants have in the editor, at most
-- every half minute of each, within bounds that the counts hold across web processes.

alter table contest
  -- Unsent sources are kept while the main time runs.
  add column keeps_drafts boolean not null default false;

-- How much is kept of somebody, so that one statement decides whether there is room for another snapshot.
create table draft_count (
  contest_id integer not null,
  account_id integer not null,
  snapshots integer not null,
  bytes bigint not null,
  last_at_ms bigint not null,
  primary key (contest_id, account_id),
  foreign key (contest_id, account_id) references contest_participant on delete cascade
);

-- A draft of a problem at an instant. Written often, so the problem has no foreign key.
create table draft_snapshot (
  contest_id integer not null,
  account_id integer not null,
  problem_id integer not null,
  taken_at_ms bigint not null,
  language_id integer,
  -- UTF-8, deflated.
  source bytea not null,
  characters integer not null,
  -- Characters that came in one edit since the snapshot before, as the page tells.
  inserted_at_once integer not null,
  primary key (contest_id, account_id, problem_id, taken_at_ms),
  foreign key (contest_id, account_id) references draft_count on delete cascade
);

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, has_official_results, finalized_at_ms, extra_bronze, has_public_table, allowed_networks, binds_devices,
    confines, keeps_drafts
  on contest for each row execute function announce_contest_head();
