-- 0130_networks.sql
-- An exam is taken in certain rooms: a contest may let its participants in from named networks only while it runs. Somebody
-- whose computer stands elsewhere is excepted one by one.

alter table contest
  -- Addresses and networks (CIDR); none: everywhere.
  add column allowed_networks text[] not null default '{}' check (cardinality(allowed_networks) <= 100);

alter table contest_participant
  -- Takes part from any address, whatever networks the contest names.
  add column from_anywhere boolean not null default false;

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, has_official_results, finalized_at_ms, extra_bronze, has_public_table, allowed_networks
  on contest for each row execute function announce_contest_head();
