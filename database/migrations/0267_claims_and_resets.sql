-- 0267_claims_and_resets.sql
-- A claim looks through the queue as it was when it began. A pause that locked the solutions of its problem and was committed
-- meanwhile left their rows as they were, so that the claim leased one of them, and a verdict came during the pause.
--
-- A solution that waits among thousands and is reset once more by itself stayed behind them: its priority became that of a
-- single one, its turn did not.

-- Leases the next waiting work of a judge, or returns no row. The page is told in the same call that a solution is with a
-- judge, unless thousands are judged again: nobody follows the steps of one of those. With `takes_bulk` false these, and
-- all that comes after them, are left in the queue. A solution that is paused meanwhile is passed over, too.
create or replace function claim_judging(
  by_judge integer, lease_ms bigint, waiting_keys text[], purposes text[], live_keys text[], live_priority integer,
  bulk_priority integer, bulk_turn integer, takes_bulk boolean, other_judge_first_ms bigint
) returns setof judging
language plpgsql
-- The queue is empty when its statistics are made, and holds thousands in a peak and after a rejudge. Without these
-- settings a claim looks at all of them and sorts, instead of taking the first one of the index.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
declare
  now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
  next_id bigint;
  leased judging;
begin
  -- Again where what was found has been paused meanwhile.
  for look in 1 .. 3 loop
    select judging.id into next_id from judging
    where leased_until_ms is null
      -- A bound of the index: thousands that are judged again are not looked at for the sake of one that was just sent.
      and (priority, turn) < (case when takes_bulk then 2147483647 else bulk_priority end, bulk_turn)
      and available_at_ms <= now_ms
      and (judge_id is distinct from by_judge or available_at_ms + other_judge_first_ms <= now_ms)
      and system_type = 'balloon'
      and language_key = any(waiting_keys)
      and purpose = any(purposes)
      and not exists (
        select from solution as sent
        join contest_problem as link on link.contest_id = sent.contest_id and link.problem_id = sent.problem_id
        where sent.id = judging.solution_id and link.judging_paused_at_ms is not null
      )
      and (purpose not in ('import', 'check') or not exists (
        select from judging as live
        where live.priority = live_priority
          and live.leased_until_ms is null
          and live.available_at_ms <= now_ms
          and live.system_type = 'balloon'
          and live.language_key = any(live_keys)
          and not exists (
            select from solution as sent
            join contest_problem as link on link.contest_id = sent.contest_id and link.problem_id = sent.problem_id
            where sent.id = live.solution_id and link.judging_paused_at_ms is not null
          )
      ))
    order by priority, turn, judging.solution_id, judging.id
    limit 1
    for update skip locked;
    if not found then
      return;
    end if;
    -- Sees the pause that had the lock of the row before, of which the statement above began too early to know.
    update judging set
      judge_id = by_judge,
      leased_until_ms = now_ms + lease_ms,
      claimed_at_ms = now_ms,
      fence = next_fence(),
      attempt = attempt + 1,
      state = 'compiling',
      test_number = 0,
      progress = null,
      (testset_sha256, tests_number) = (
        select testset.sha256, (
          select count(*) from test
          where test.testset_id = testset.id and (judging.trial_run_id is null or test.is_sample)
        )
        from (
          select contest_id, problem_id from solution where id = judging.solution_id
          union all
          select contest_id, problem_id from trial_run where id = judging.trial_run_id
          union all
          select contest_id, problem_id from rejudging_run join solution on solution.id = rejudging_run.solution_id
          where rejudging_run.id = judging.rejudging_run_id
        ) as subject
        join testset on testset.id = coalesce(
          (
            select version.testset_id
            from contest_problem link
            join problem_version version on version.uuid = link.version_id and version.problem_id = link.problem_id
            where link.contest_id = subject.contest_id and link.problem_id = subject.problem_id
          ),
          (select own.testset_id from problem own where own.id = subject.problem_id)
        )
      )
    where judging.id = next_id
      -- Not by `exists`, for which a plan may read all solutions.
      and (
        select link.judging_paused_at_ms
        from solution as sent
        join contest_problem as link on link.contest_id = sent.contest_id and link.problem_id = sent.problem_id
        where sent.id = judging.solution_id
      ) is null
    returning * into leased;
    exit when found;
  end loop;
  if leased.id is null then
    return;
  end if;
  if leased.purpose = 'verdict' and (leased.priority < bulk_priority or leased.turn < bulk_turn) then
    perform pg_notify('balloon', jsonb_build_object('type', 'solution.progress', 'payload', jsonb_build_object(
      'contestId', solution.contest_id, 'solutionId', solution.id, 'userId', solution.account_id,
      'state', leased.state, 'testNumber', leased.test_number, 'testsNumber', leased.tests_number,
      'attempt', leased.attempt
    ))::text)
    from solution where solution.id = leased.solution_id;
  end if;
  return next leased;
end
$$;

-- Clears verdicts, puts the solutions into the queue again, logs and announces it. A judge at work on one is fenced
-- off; one that is in the queue already starts anew and keeps the better place. In bulk, solutions that are
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
  last_seq bigint;
  resets record;
begin
  select * into head from contest where id = of_contest for no key update;
  if not found then
    return 0;
  end if;
  -- First the lock, then the clock: events of a log are in the order of their times.
  now_ms := extract(epoch from clock_timestamp()) * 1000;
  select last_event_seq into last_seq from contest_log_head where contest_id = of_contest;
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
      purpose = 'verdict', priority = least(judging.priority, excluded.priority), turn = case
        when excluded.priority < judging.priority then excluded.turn
        when excluded.priority = judging.priority then least(judging.turn, excluded.turn)
        else judging.turn
      end,
      attempt = 0, fence = null, judge_id = null, leased_until_ms = null, available_at_ms = 0, state = 'queued',
      test_number = 0, tests_number = null
  ),
  logged as (
    insert into contest_event (contest_id, seq, happened_at_ms, event)
    select of_contest, last_seq + position, now_ms, jsonb_build_object(
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
  update contest_log_head set last_event_seq = last_seq + resets.number where contest_id = of_contest;
  perform pg_notify('balloon', jsonb_build_object('type', 'judging.waiting', 'payload', jsonb_build_object(
    'languageKey', waiting_key
  ))::text) from unnest(resets.waiting_keys) as waiting_key;
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.event', 'payload', jsonb_build_object(
    'contestId', of_contest, 'seq', last_seq + resets.number, 'type', 'solution', 'hiddenOf', owner
  ))::text) from unnest(resets.hidden_of) as owner;
  perform pg_notify('balloon', jsonb_build_object('type', 'solutions.reset', 'payload', jsonb_build_object(
    'contestId', of_contest, 'solutions', resets.solutions
  ))::text);
  return resets.number;
end
$$;
