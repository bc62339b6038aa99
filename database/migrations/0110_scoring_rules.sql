-- 0110_scoring_rules.sql
-- Contests rank by rules of their own: what the penalty counts in, what breaks ties, which verdicts cost, who may have the
-- first solve, how people out of competition stand. Organisers also decide about single participants, and take a broken
-- problem out of the score while its column stays. All of it is part of what the table is folded from, and the rules
-- belong to the head of the contest, so their changes are announced.

alter table contest
  add column penalty_precision text not null default 'minute'
    check (penalty_precision in ('minute', 'second', 'total')),
  add column tie_break text not null default 'shared' check (tie_break in ('shared', 'lastAccepted')),
  -- Ids of verdicts that are wrong tries; null: those that ran, and compilation errors by their own column.
  add column penalized_verdicts integer[],
  add column first_solvers text not null default 'all' check (first_solvers in ('all', 'official')),
  add column unofficial_rows text not null default 'ranked'
    check (unofficial_rows in ('ranked', 'unranked', 'hidden'));

alter table contest_participant
  -- Takes part in the competition; others are out of it.
  add column is_official boolean not null default true,
  add column is_disqualified boolean not null default false,
  -- Minutes that the jury added to the penalty; negative ones are a bonus.
  add column penalty_adjustment_min integer not null default 0
    check (penalty_adjustment_min between -100000 and 100000),
  -- How much later than for everybody the main time starts.
  add column start_shift_ms bigint not null default 0 check (start_shift_ms >= 0),
  -- Why it was decided so, for the jury.
  add column adjustment_reason text not null default '' check (char_length(adjustment_reason) <= 500);

-- Since when a problem counts for nobody; null: it counts.
alter table contest_problem add column disabled_at_ms bigint;

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows
  on contest for each row execute function announce_contest_head();
