-- 0230_resets_beside_a_long_queue.sql
-- Each batch of solutions that are judged again read the whole queue under the lock of the contest's log, to leave out those
-- that wait already: the longer the queue had become, the longer nobody's solution was accepted.

-- Clears verdicts, puts the solutions into the queue again, logs and announces it. A judge at work on one is fenced
-- off; one that is in the queue already starts anew and keeps the better priority. In bulk, solutions that are
-- disqualified (verdict 12) stay so, and those that wait for a verdict are left alone. Ids of other contests and of
-- deleted solutions change nothing. Returns the number of those that were reset; as many must be given at most as fit
-- into one announcement.
create or replace function reset_solutions(
  of_contest integer, ids integer[], is_bulk boolean, of_priority integer, of_turn integer,
  outside_key text, outside_attempts integer
) returns integer
language plpgsql
-- The tables are small when a connection makes its plans, and large in the last minutes.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  head contest;
  now_ms bigint;
  resets record;
begin
  select * into head from contest where id = of_contest for no key update;
  if not found then
    return 0;
  end if;
  -- First the lock, then the clock: events of a log are in the order of their times.
  now_ms := extract(epoch from clock_timestamp()) * 1000;
  with chosen as (
    select solution.id, account_id, problem_id, sent_at_ms, system_type, foreign_language_id as language_key,
      row_number() over (order by solution.id) as position
    from solution join language on language.id = language_id
    where solution.id = any(ids) and contest_id = of_contest and deleted_at_ms is null
      -- Not by `exists`, for which a plan may read the whole queue, where thousands wait already.
      and (not is_bulk or verdict_id is distinct from 12 and (
        select judging.purpose = 'verdict' and judging.fence is null from judging where judging.solution_id = solution.id
      ) is not true)
  ),
  cleared as (
    update solution set
      verdict_id = null, verdict_got_at_ms = null, test_number = 0, time_ms = 0, memory_kb = 0, score = null,
      compilation_error = null, judging_detail = null, judged_by = null, refreshed_number = refreshed_number + 1
    from chosen where solution.id = chosen.id
  ),
  queued as (
    insert into judging (solution_id, account_id, system_type, language_key, priority, turn, max_attempts)
    select id, account_id, system_type, language_key, of_priority, of_turn,
      case system_type when 'balloon' then 3 else outside_attempts end
    from chosen order by position
    on conflict (solution_id) do update set
      purpose = 'verdict', priority = least(judging.priority, excluded.priority), attempt = 0, fence = null,
      judge_id = null, leased_until_ms = null, available_at_ms = 0, state = 'queued', test_number = 0,
      tests_number = null
  ),
  logged as (
    insert into contest_event (contest_id, seq, happened_at_ms, event)
    select of_contest, head.last_event_seq + position, now_ms, jsonb_build_object(
      'type', 'solution', 'solutionId', id, 'userId', account_id, 'problemId', problem_id, 'sentAtMs', sent_at_ms,
      'verdictId', null
    ) from chosen
  )
  select count(*)::integer as number,
      jsonb_agg(jsonb_build_object('id', id, 'userId', account_id) order by position) as solutions,
      array_agg(distinct case when is_hidden_by_freeze(head, sent_at_ms, now_ms) then account_id end) as hidden_of,
      array_agg(distinct case system_type when 'balloon' then language_key else outside_key end) as waiting_keys
    into resets from chosen;
  if resets.number = 0 then
    return 0;
  end if;
  update contest set last_event_seq = head.last_event_seq + resets.number where id = of_contest;
  perform pg_notify('balloon', jsonb_build_object('type', 'judging.waiting', 'payload', jsonb_build_object(
    'languageKey', waiting_key
  ))::text) from unnest(resets.waiting_keys) as waiting_key;
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.event', 'payload', jsonb_build_object(
    'contestId', of_contest, 'seq', head.last_event_seq + resets.number, 'type', 'solution', 'hiddenOf', owner
  ))::text) from unnest(resets.hidden_of) as owner;
  perform pg_notify('balloon', jsonb_build_object('type', 'solutions.reset', 'payload', jsonb_build_object(
    'contestId', of_contest, 'solutions', resets.solutions
  ))::text);
  return resets.number;
end
$$;
