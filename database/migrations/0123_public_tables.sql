-- 0123_public_tables.sql
-- Organisers open the table of a contest to people without an account, for a mirror. Until now only the operator could,
-- by a setting that needs a restart.

alter table contest add column has_public_table boolean not null default false;

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, has_official_results, finalized_at_ms, extra_bronze, has_public_table
  on contest for each row execute function announce_contest_head();
