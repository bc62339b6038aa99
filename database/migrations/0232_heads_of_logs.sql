-- 0232_heads_of_logs.sql
-- Every solution and every verdict raises the number of the last event in its contest's log. It stood in `contest`, where
-- PostgreSQL parses all checks of the table anew for each statement that writes to it: a tenth of what it takes to accept a
-- solution. The contest's row stays the lock under which a log grows.

-- Number of the last event of each contest's log. Apart from the contest, whose many checks are parsed anew by every statement
-- that writes to it. Whoever appends locks the contest first and then reads here, so `seq` has no gaps and commits in order.
create table contest_log_head (
  contest_id integer primary key references contest on delete cascade,
  last_event_seq bigint not null default 0
)
-- A new number is written beside the old one, which saves the index.
with (fillfactor = 25);

insert into contest_log_head (contest_id, last_event_seq) select id, last_event_seq from contest;

create function start_contest_log() returns trigger language plpgsql as $$
begin
  insert into contest_log_head (contest_id) values (new.id);
  return null;
end
$$;
create trigger contest_log_started after insert on contest
  for each row execute function start_contest_log();

-- Accepts solutions of a contest in the order in which they are given, and puts them in the queue. Takes the lock of
-- the contest first and reads the clock after that, so the smaller id was sent earlier. A refused solution changes
-- nothing for the others. Copies, which supervisors make, are only stored.
--
-- Answers a row for each solution, in their order: its id and what its receipt shows of the author, or the code of its
-- refusal; `EARLIER` comes with the id of the solution that the sender has sent under the same idempotency key.
create or replace function accept_solutions(sent_to integer, solutions jsonb, max_pending integer)
returns table (solution_id integer, at_ms bigint, refusal text, status text, author jsonb)
language plpgsql
-- The tables are small when a connection makes its plans, and large in the last minutes.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  head record;
  own_groups integer[];
  sent record;
  member record;
  own record;
  link record;
  waiting record;
  is_here boolean;
  supervises boolean;
  is_let_in boolean;
  earlier text;
  last_seq bigint;
  next_seq bigint;
begin
  select start_time_ms, duration_time_ms, relative_freeze_time_ms, practice_duration_time_ms,
      window_time_ms, is_enabled, is_suspended, members_act
    into head from contest where id = sent_to for no key update;
  is_here := found and not head.is_suspended;
  select last_event_seq into last_seq from contest_log_head where contest_id = sent_to;
  next_seq := last_seq;
  own_groups := array(select group_id from contest_group where contest_id = sent_to);

  for sent in
    select * from jsonb_to_recordset(solutions) as given (
      account_id integer, access_mask integer, group_ids integer[], problem_id integer, position integer,
      language_id integer, source text, source_sha256 text, idempotency_key text, ip inet,
      duplicated_from_id integer, system_type text, language_key text, waiting_key text, max_attempts integer,
      entry_point text, files jsonb, sent_by_id integer
    )
  loop
    solution_id := null;
    refusal := null;
    status := null;
    author := null;
    is_let_in := false;
    -- Never behind the one before, should the clock be set back.
    at_ms := greatest(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
    supervises := sent.access_mask in (1024, 4096);

    if sent.duplicated_from_id is null then
      select is_admitted, extra_time_ms, start_shift_ms, started_at_ms into member from contest_participant
        where contest_id = sent_to and account_id = sent.account_id;
      own := own_times(
        head.start_time_ms, head.duration_time_ms, head.practice_duration_time_ms, head.window_time_ms,
        coalesce(member.start_shift_ms, 0), member.started_at_ms, supervises
      );
      status := contest_status_at(
        own.start_ms, own.end_ms - own.start_ms,
        case when head.relative_freeze_time_ms < head.duration_time_ms
          then head.start_time_ms + head.relative_freeze_time_ms else own.end_ms
        end - own.start_ms,
        own.practice_ms, head.is_enabled, head.is_suspended,
        case when head.window_time_ms is null or own.has_started then coalesce(member.extra_time_ms, 0) else 0 end,
        at_ms
      );
      refusal := case when is_here then entry_refusal(
        sent.access_mask, own_groups = '{}' or own_groups && sent.group_ids, member.extra_time_ms is not null,
        coalesce(member.is_admitted, false), status
      ) else 'CONTEST_NOT_FOUND' end;
      -- Whoever sends as a team is in it at this very moment.
      if refusal is null and sent.sent_by_id is not null and not (head.members_act and exists (
        select from team_member where team_id = sent.account_id and account_id = sent.sent_by_id
      )) then
        refusal := 'NOT_IN_TEAM';
      end if;
      is_let_in := refusal is null;
      if is_let_in and not supervises and status not in ('RUNNING', 'FROZEN', 'PRACTICE') then
        refusal := 'CONTEST_NOT_RUNNING';
      end if;
    end if;

    -- The solutions of the author that wait for a first verdict; more than enough of them for the order.
    if refusal is null then
      select closed_at_ms is not null as is_closed, judging_paused_at_ms is not null as is_paused into link
        from contest_problem join problem on problem.id = contest_problem.problem_id
        where contest_id = sent_to and problem_id = sent.problem_id and deleted_at_ms is null
          and (position = sent.position or sent.duplicated_from_id is not null);
      select count(*) filter (where not is_paused) as unpaused,
          count(*) filter (where contest_id = sent_to and not is_paused) as unpaused_here,
          count(*) filter (where contest_id = sent_to and problem_id = sent.problem_id) as of_problem
        into waiting
        from (
          select other.contest_id, other.problem_id, other_link.judging_paused_at_ms is not null as is_paused
          from judging
          join solution other on other.id = judging.solution_id
          left join contest_problem other_link
            on other_link.contest_id = other.contest_id and other_link.problem_id = other.problem_id
          where judging.account_id = sent.account_id and judging.priority = 0
          limit 1000
        ) as pending;
      if sent.duplicated_from_id is null then
        refusal := case
          when link.is_closed is null then 'PROBLEM_NOT_FOUND'
          when supervises then null
          when link.is_closed then 'PROBLEM_CLOSED'
          -- Those of a paused problem count by themselves, so that they do not keep the author from sending others.
          when case when link.is_paused then waiting.of_problem else waiting.unpaused_here end >= max_pending
            then 'TOO_MANY_PENDING'
        end;
      end if;
    end if;

    if refusal is null then
      insert into solution (
        contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256, idempotency_key, ip,
        duplicated_from_id, entry_point, files, sent_by_id
      ) values (
        sent_to, sent.problem_id, sent.account_id, sent.language_id, at_ms, sent.source, sent.source_sha256,
        sent.idempotency_key, sent.ip, sent.duplicated_from_id, sent.entry_point, sent.files,
        sent.sent_by_id
      )
      on conflict (account_id, idempotency_key) where idempotency_key is not null do nothing
      returning id into solution_id;
    end if;

    if solution_id is null and is_let_in and sent.idempotency_key is not null then
      -- Was sent before, perhaps at the same moment to another process or contest.
      select id, 'EARLIER' into solution_id, earlier from solution
        where account_id = sent.account_id and idempotency_key = sent.idempotency_key;
      refusal := coalesce(earlier, refusal);
    end if;

    if refusal is null then
      -- Behind those of authors with fewer pending solutions, and with less time in recent compilations: 3 s of it
      -- count as one more solution.
      insert into judging (solution_id, account_id, system_type, language_key, priority, turn, max_attempts)
      values (
        solution_id, sent.account_id, sent.system_type, sent.language_key, 0,
        waiting.unpaused + (
          select coalesce(sum((judged_by ->> 'compileCpuMs')::bigint), 0) / 3000
          from (
            select judged_by, verdict_got_at_ms from solution
            where account_id = sent.account_id and deleted_at_ms is null
            order by id desc
            limit 20
          ) as recent
          where verdict_got_at_ms > at_ms - 300000
        ),
        coalesce(sent.max_attempts, 3)
      );
      next_seq := next_seq + 1;
      insert into contest_event (contest_id, seq, happened_at_ms, event) values (
        sent_to, next_seq, at_ms,
        jsonb_build_object(
          'type', 'solution', 'solutionId', solution_id, 'userId', sent.account_id,
          'problemId', sent.problem_id, 'sentAtMs', at_ms, 'verdictId', null
        )
      );
      perform pg_notify('balloon', json_build_object(
        'type', 'judging.waiting', 'payload', json_build_object('languageKey', sent.waiting_key)
      )::text);
      perform pg_notify('balloon', json_build_object(
        'type', 'solution.changed',
        'payload', json_build_object(
          'contestId', sent_to, 'solutionId', solution_id, 'userId', sent.account_id, 'what', 'created'
        )
      )::text);
      -- The rating by the first group of the contest in which the author has one, as where solutions are listed.
      select jsonb_build_object(
          'username', username, 'firstName', first_name, 'lastName', last_name, 'accessMask', access_mask,
          'teamName', (select name from team where team.account_id = sent.account_id),
          'rating', case when own_groups <> '{}' then (
            select rating_after from contest_group join rating_change using (group_id)
            where contest_group.contest_id = sent_to and account_id = sent.account_id and is_current
            order by contest_group.position, group_id
            limit 1
          ) end,
          'sentBy', (
            select jsonb_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'username', username)
            from account where id = sent.sent_by_id
          )
        ) into author from account where id = sent.account_id;
    end if;
    return next;
  end loop;

  if next_seq > last_seq then
    update contest_log_head set last_event_seq = next_seq where contest_id = sent_to;
    perform pg_notify('balloon', json_build_object(
      'type', 'contest.event',
      'payload', json_build_object('contestId', sent_to, 'seq', next_seq, 'type', 'solution', 'hiddenOf', null)
    )::text);
  end if;
end
$$;

-- Moves results out of the queue into their solutions and the contest's log, and announces them. Results whose fence
-- is not the newest one change nothing. Each that counts is kept as a judgement, too. Returns the fences of those that
-- were stored.
create or replace function store_verdicts(of_contest integer, results jsonb) returns setof bigint
language plpgsql
-- The tables are small when a connection makes its plans, and large in the last minutes.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  head contest;
  now_ms bigint;
  last_seq bigint;
  next_seq bigint;
  one record;
  hidden_of integer[] := '{}';
  owner integer;
  changes text[] := '{}';
begin
  select * into head from contest where id = of_contest for no key update;
  if not found then
    return;
  end if;
  -- First the lock, then the clock: events of a log are in the order of their times.
  now_ms := extract(epoch from clock_timestamp()) * 1000;
  select last_event_seq into last_seq from contest_log_head where contest_id = of_contest;
  next_seq := last_seq;
  for one in
    with given as (
      select * from rows from (jsonb_to_recordset(results) as (
        solution_id integer, fence bigint, verdict_id integer, test_number integer, time_ms integer,
        memory_kb integer, compilation_error text, compiler_output text, judging_detail text, judged_by jsonb, score double precision,
        test_runs text
      )) with ordinality as row(
        solution_id, fence, verdict_id, test_number, time_ms, memory_kb, compilation_error, compiler_output,
        judging_detail, judged_by, score, test_runs, position
      )
    ),
    ended as (
      delete from judging using given
      where judging.solution_id = given.solution_id and judging.fence = given.fence and judging.purpose = 'verdict'
      returning given.*, judging.judge_id, judging.attempt, judging.testset_sha256, judging.claimed_at_ms
    ),
    judged as (
      update solution set
        verdict_id = ended.verdict_id,
        verdict_got_at_ms = now_ms,
        test_number = ended.test_number,
        time_ms = ended.time_ms,
        memory_kb = ended.memory_kb,
        compilation_error = ended.compilation_error,
        judging_detail = ended.judging_detail,
        -- The fence distinguishes a result that is delivered again from one that came too late.
        judged_by = ended.judged_by || jsonb_build_object(
          'judgeId', ended.judge_id, 'attempt', ended.attempt, 'testsetSha256', ended.testset_sha256,
          'fence', ended.fence
        ) || coalesce((
          -- Hashes tell later what has changed since.
          select jsonb_build_object(
            'sourceSha256', solution.source_sha256, 'testsSha256', testset.tests_sha256,
            'checkerSha256', testset.checker_sha256, 'limitsSha256', testset.limits_sha256
          )
          from testset
          where testset.problem_id = solution.problem_id and testset.sha256 = ended.testset_sha256
          limit 1
        ), '{}'),
        score = ended.score
      from ended
      where solution.id = ended.solution_id
      returning solution.id, account_id, problem_id, sent_at_ms, solution.verdict_id, solution.score,
        solution.test_number, solution.time_ms, solution.memory_kb, solution.compilation_error,
        solution.judging_detail, solution.judged_by, ended.compiler_output, ended.test_runs, ended.judge_id,
        ended.claimed_at_ms, ended.fence, ended.position
    ),
    kept as (
      insert into judgement (
        solution_id, verdict_id, score, test_number, time_ms, memory_kb, compiler_output_sha256, judging_detail,
        judged_by, judge_name, started_at_ms, ended_at_ms, test_runs
      )
      select judged.id, verdict_id, score, test_number, time_ms, memory_kb,
        kept_compiler_output(coalesce(compilation_error, compiler_output)), judging_detail, judged_by, judge.name,
        coalesce(claimed_at_ms, now_ms), now_ms, decode(test_runs, 'base64')
      from judged left join judge on judge.id = judge_id
      order by position
    )
    select * from judged order by position
  loop
    next_seq := next_seq + 1;
    insert into contest_event (contest_id, seq, happened_at_ms, event) values (
      of_contest, next_seq, now_ms, jsonb_build_object(
        'type', 'solution', 'solutionId', one.id, 'userId', one.account_id, 'problemId', one.problem_id,
        'sentAtMs', one.sent_at_ms, 'verdictId', one.verdict_id
      )
    );
    hidden_of := hidden_of ||
      case when is_hidden_by_freeze(head, one.sent_at_ms, now_ms) then one.account_id end;
    changes := changes || jsonb_build_object('type', 'solution.changed', 'payload', jsonb_build_object(
      'contestId', of_contest, 'solutionId', one.id, 'userId', one.account_id, 'what', 'judged'
    ))::text;
    return next one.fence;
  end loop;
  if next_seq = last_seq then
    return;
  end if;
  update contest_log_head set last_event_seq = next_seq where contest_id = of_contest;
  for owner in select distinct unnest(hidden_of) loop
    perform pg_notify('balloon', jsonb_build_object('type', 'contest.event', 'payload', jsonb_build_object(
      'contestId', of_contest, 'seq', next_seq, 'type', 'solution', 'hiddenOf', owner
    ))::text);
  end loop;
  perform pg_notify('balloon', change) from unnest(changes) as change;
end
$$;

-- Makes the results of a rejudging the verdicts of its solutions, logs and announces those that change, all at once.
-- Returns the number of those, or null when the rejudging is not open or still waits for judges.
create or replace function apply_rejudging(of_contest integer, of_rejudging integer, by_account integer) returns integer
language plpgsql
-- The tables are small when a connection makes its plans, and large in the last minutes.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  head contest;
  now_ms bigint;
  last_seq bigint;
  changes record;
begin
  select * into head from contest where id = of_contest for no key update;
  if not found then
    return null;
  end if;
  -- First the lock, then the clock: events of a log are in the order of their times.
  now_ms := extract(epoch from clock_timestamp()) * 1000;
  select last_event_seq into last_seq from contest_log_head where contest_id = of_contest;
  update rejudging set state = 'applied', ended_at_ms = now_ms, ended_by_id = by_account
  where id = of_rejudging and contest_id = of_contest and state = 'open' and not exists (
    select from rejudging_run where rejudging_id = of_rejudging and judgement_id is null
  );
  if not found then
    return null;
  end if;
  with counted as materialized (
    select solution_id, judgement_id, old_verdict_id
    from rejudging_result
    where rejudging_id = of_rejudging and not is_flaky and not has_failed and not is_overtaken
  ),
  noted as (
    update rejudging_solution as chosen set is_applied = true
    from counted where chosen.rejudging_id = of_rejudging and chosen.solution_id = counted.solution_id
  ),
  judged as (
    update solution set
      verdict_id = judgement.verdict_id, verdict_got_at_ms = now_ms, score = judgement.score,
      test_number = judgement.test_number, time_ms = judgement.time_ms, memory_kb = judgement.memory_kb,
      compilation_error = case when judgement.verdict_id = 3 then (
        select text from compiler_output where sha256 = judgement.compiler_output_sha256
      ) end,
      judging_detail = judgement.judging_detail, judged_by = judgement.judged_by
    from counted join judgement on judgement.id = counted.judgement_id
    where solution.id = counted.solution_id
    returning solution.id, account_id, problem_id, sent_at_ms, solution.verdict_id, counted.old_verdict_id
  ),
  changed as (
    select *, row_number() over (order by id) as position from judged where verdict_id <> old_verdict_id
  ),
  logged as (
    insert into contest_event (contest_id, seq, happened_at_ms, event)
    select of_contest, last_seq + position, now_ms, jsonb_build_object(
      'type', 'solution', 'solutionId', id, 'userId', account_id, 'problemId', problem_id, 'sentAtMs', sent_at_ms,
      'verdictId', verdict_id
    ) from changed
  )
  select count(*)::integer as number,
      array_agg(distinct case when is_hidden_by_freeze(head, sent_at_ms, now_ms) then account_id end) as hidden_of,
      array_agg(jsonb_build_object('contestId', of_contest, 'solutionId', id, 'userId', account_id, 'what', 'judged')
        order by position) as solutions
    into changes from changed;
  if changes.number = 0 then
    return 0;
  end if;
  update contest_log_head set last_event_seq = last_seq + changes.number where contest_id = of_contest;
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.event', 'payload', jsonb_build_object(
    'contestId', of_contest, 'seq', last_seq + changes.number, 'type', 'solution', 'hiddenOf', owner
  ))::text) from unnest(changes.hidden_of) as owner;
  perform pg_notify('balloon', jsonb_build_object('type', 'solution.changed', 'payload', solution)::text)
    from unnest(changes.solutions) as solution;
  return changes.number;
end
$$;

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
      purpose = 'verdict', priority = least(judging.priority, excluded.priority), attempt = 0, fence = null,
      judge_id = null, leased_until_ms = null, available_at_ms = 0, state = 'queued', test_number = 0,
      tests_number = null
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

alter table contest drop column last_event_seq;
