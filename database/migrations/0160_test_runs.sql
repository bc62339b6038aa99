-- 0160_test_runs.sql
-- A judgement said by which test it failed, and nothing of the other tests, so that two judgings of a solution could not
-- be compared. Each now keeps verdict, time and memory of every test it ran, packed. Words of compilers, which repeat
-- from judging to judging, are kept once.

create table compiler_output (
  sha256 text primary key,
  text text not null,
  used_at_ms bigint not null
);

alter table judgement
  add column test_runs bytea,
  add column compiler_output_sha256 text references compiler_output;
insert into compiler_output (sha256, text, used_at_ms)
select distinct on (1) encode(sha256(convert_to(compilation_output, 'UTF8')), 'hex'), compilation_output,
  (extract(epoch from clock_timestamp()) * 1000)::bigint
from judgement where compilation_output <> '';
update judgement set compiler_output_sha256 = encode(sha256(convert_to(compilation_output, 'UTF8')), 'hex')
where compilation_output <> '';
alter table judgement drop column compilation_output;
create index judgement_by_compiler_output on judgement (compiler_output_sha256)
  where compiler_output_sha256 is not null;

-- The judgement that gave the verdict of the moment at which the rejudging began.
alter table rejudging_solution add column judgement_id bigint;

-- Keeps words of a compiler once however often they are said, and returns what names them; null for none. The time of
-- use keeps them from being thrown away before the judgement that names them is committed.
create function kept_compiler_output(said text) returns text
language plpgsql strict as $$
declare
  hash text := encode(sha256(convert_to(said, 'UTF8')), 'hex');
  now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  if said = '' then
    return null;
  end if;
  -- Words that were said within the hour are neither written nor locked.
  if not exists (select from compiler_output where sha256 = hash and used_at_ms > now_ms - 3600000) then
    insert into compiler_output (sha256, text, used_at_ms) values (hash, said, now_ms)
    on conflict (sha256) do update set used_at_ms = excluded.used_at_ms;
  end if;
  return hash;
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
  next_seq := head.last_event_seq;
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
  if next_seq = head.last_event_seq then
    return;
  end if;
  update contest set last_event_seq = next_seq where id = of_contest;
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
  changes record;
begin
  select * into head from contest where id = of_contest for no key update;
  if not found then
    return null;
  end if;
  -- First the lock, then the clock: events of a log are in the order of their times.
  now_ms := extract(epoch from clock_timestamp()) * 1000;
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
    select of_contest, head.last_event_seq + position, now_ms, jsonb_build_object(
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
  update contest set last_event_seq = head.last_event_seq + changes.number where id = of_contest;
  perform pg_notify('balloon', jsonb_build_object('type', 'contest.event', 'payload', jsonb_build_object(
    'contestId', of_contest, 'seq', head.last_event_seq + changes.number, 'type', 'solution', 'hiddenOf', owner
  ))::text) from unnest(changes.hidden_of) as owner;
  perform pg_notify('balloon', jsonb_build_object('type', 'solution.changed', 'payload', solution)::text)
    from unnest(changes.solutions) as solution;
  return changes.number;
end
$$;
