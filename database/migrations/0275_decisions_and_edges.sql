-- 0275_decisions_and_edges.sql
-- A reset of thousands of solutions takes minutes. It also cleared the verdict of a solution that the jury had decided by hand
-- after it began, before the batch with that solution came.

-- Resets the next solutions of a reset, with what `reset_solutions` wants to know. Those that somebody decided by hand since
-- the reset was asked for keep their verdicts. False when none is left.
create or replace function reset_next_solutions(
  of_reset integer, at_most integer, of_priority integer, of_turn integer, outside_key text, outside_attempts integer
) returns boolean
language plpgsql
-- The tables are small when a connection makes its plans, and large in the last minutes.
set enable_seqscan = off
as $$
declare
  work solution_reset;
  ids integer[];
  undecided integer[];
begin
  select * into work from solution_reset where id = of_reset for update;
  if not found then
    return false;
  end if;
  ids := work.solution_ids[work.handled_number + 1 : work.handled_number + at_most];
  if cardinality(ids) = 0 then
    return false;
  end if;
  -- Decisions take this lock too, so none comes between the look at them and the reset.
  perform from contest where id = work.contest_id for no key update;
  undecided := array(
    select each from unnest(ids) as each
    where not coalesce((
      select is_manual and ended_at_ms >= work.started_at_ms
      from judgement where judgement.solution_id = each order by judgement.id desc limit 1
    ), false)
  );
  update solution_reset set
    reset_number = work.reset_number
      + reset_solutions(work.contest_id, undecided, true, of_priority, of_turn, outside_key, outside_attempts),
    handled_number = work.handled_number + cardinality(ids),
    active_at_ms = extract(epoch from clock_timestamp()) * 1000
  where id = of_reset;
  return work.handled_number + cardinality(ids) < cardinality(work.solution_ids);
end
$$;

-- Where a contest excludes the edges of its times, the table hides a solution of the very instant of the freeze. Its verdict
-- was announced to everybody all the same.

-- The rule of `isHiddenByFreeze` (domain/src/contests/contest-phase.ts); a test compares both.
create or replace function is_hidden_by_freeze(head contest, sent_at_ms bigint, at_ms bigint) returns boolean
language sql stable as $$
  select sent_at_ms > head.start_time_ms + head.relative_freeze_time_ms
      - case head.edge_instants when 'excluded' then 1 else 0 end
    and at_ms <= case
      when head.relative_freeze_time_ms >= head.duration_time_ms then head.start_time_ms + head.duration_time_ms
      when head.thaws_by_hand and head.thawed_at_ms is null then at_ms
      else greatest(
        head.start_time_ms + head.duration_time_ms + head.extra_time_ms,
        case when head.thaws_by_hand then head.thawed_at_ms end
      )
    end
$$;
