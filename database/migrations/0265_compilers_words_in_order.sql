-- 0265_compilers_words_in_order.sql
-- Verdicts that are stored together kept the words of compilers in the order of the solutions. When compilers said the same in two
-- contests, in another order, both calls waited for each other, and one was cancelled after a second.

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
    -- In one order: calls for two contests, whose compilers say the same, would wait for each other.
    words as materialized (
      select id, kept_compiler_output(said) as sha256
      from (select id, coalesce(compilation_error, compiler_output) as said from judged) as told
      where said <> ''
      order by sha256(convert_to(said, 'UTF8'))
    ),
    kept as (
      insert into judgement (
        solution_id, verdict_id, score, test_number, time_ms, memory_kb, compiler_output_sha256, judging_detail,
        judged_by, judge_name, started_at_ms, ended_at_ms, test_runs
      )
      select judged.id, verdict_id, score, test_number, time_ms, memory_kb,
        words.sha256, judging_detail, judged_by, judge.name,
        coalesce(claimed_at_ms, now_ms), now_ms, decode(test_runs, 'base64')
      from judged left join words on words.id = judged.id left join judge on judge.id = judge_id
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
