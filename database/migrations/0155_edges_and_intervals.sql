-- 0155_edges_and_intervals.sql
-- Contests differ in two more rules: whether what is sent exactly at the freeze or the end belongs to the time before it
-- (as it did) or after it (as the ICPC has it), and whether solutions of a removed interval count for nobody (as they did)
-- or all at the contest time at which it began. Both belong to the head of the contest, so their changes are announced.

alter table contest
  add column edge_instants text not null default 'included' check (edge_instants in ('included', 'excluded')),
  add column removed_solutions text not null default 'ignored' check (removed_solutions in ('ignored', 'counted'));

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, edge_instants, removed_solutions, has_official_results, finalized_at_ms, extra_bronze,
    has_public_table, allowed_networks, binds_devices, confines, keeps_drafts
  on contest for each row execute function announce_contest_head();
