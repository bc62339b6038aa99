-- 0184_joined_verdicts.sql
-- The ICPC knows seven verdicts. A contest may show its participants no others: a memory limit as a run-time error, and so
-- on. What is stored, and what supervisors see, stays precise. It belongs to the head of the contest, so its changes are
-- announced.

alter table contest
  add column joins_verdicts boolean not null default false;

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, edge_instants, removed_solutions, tied_rows, has_official_results, finalized_at_ms, extra_bronze,
    has_public_table, allowed_networks, binds_devices, confines, keeps_drafts, joins_verdicts, window_time_ms
  on contest for each row execute function announce_contest_head();
