-- 0113_official_results.sql
-- Real contests have official results: organisers make them final once nothing is open any more, and until then every
-- table says that they are not. From then on nothing may change them until an admin opens them again. That rule stands
-- here, beside the log that every result passes through, so that no writer can forget it.

alter table contest
  add column has_official_results boolean not null default false,
  -- When the results were made final, by whom, and with how many bronze medals more than usual.
  add column finalized_at_ms bigint,
  add column finalized_by_id integer references account on delete set null,
  add column extra_bronze integer not null default 0 check (extra_bronze between 0 and 1000);
create index contest_by_finalizer on contest (finalized_by_id) where finalized_by_id is not null;

-- Solutions of the practice go on: only what was sent until the last end belongs to the results.
create function refuse_change_of_final_results() returns trigger language plpgsql as $$
declare
  is_final boolean;
  last_end_ms bigint;
begin
  select finalized_at_ms is not null, start_time_ms + duration_time_ms + extra_time_ms into is_final, last_end_ms
    from contest where id = new.contest_id;
  if not is_final then
    return new;
  end if;
  if new.event ->> 'type' = 'solution' and (new.event ->> 'sentAtMs')::bigint > last_end_ms then
    return new;
  end if;
  if new.event ->> 'type' = 'deleted' and coalesce((
    select sent_at_ms > last_end_ms from solution where id = (new.event ->> 'solutionId')::integer
  ), false) then
    return new;
  end if;
  if new.event ->> 'type' in ('joined', 'changed') then
    return new;
  end if;
  raise exception using errcode = 'BL001', message = 'the results of this contest are final';
end
$$;
create trigger final_results_stay before insert on contest_event
  for each row execute function refuse_change_of_final_results();

drop trigger contest_announced on contest;
create trigger contest_announced after update of
    name, start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms, extra_time_ms,
    removed_intervals, is_rated, is_enabled, is_suspended, is_listed, sources_after_end, tests_after_end, shows_origin,
    wrong_try_penalty_min, counts_compilation_errors, has_comments, author_id, created_at, updated_at,
    thaws_by_hand, thawed_at_ms, allows_virtual, penalty_precision, tie_break, penalized_verdicts, first_solvers,
    unofficial_rows, has_official_results, finalized_at_ms, extra_bronze
  on contest for each row execute function announce_contest_head();
