-- 0227_claimed_work.sql
-- A claim brings the solution in the same call, with a plan that is kept: until now a query of five tables was planned and
-- sent for each claim.

-- Leases the next waiting work of a judge (`claim_judging`) and brings what is judged, where that is a solution. Two
-- statements, so that the second one sees a solution that was sent while the first one began.
create function claim_work(
  by_judge integer, lease_ms bigint, waiting_keys text[], purposes text[], live_keys text[], live_priority integer,
  bulk_priority integer, bulk_turn integer, other_judge_first_ms bigint
) returns table (
  solution_id integer, trial_run_id integer, import_id integer, check_id integer, rejudging_run_id integer,
  similarity_part_id integer, fence bigint, attempt integer, language_key text, purpose text, only_test integer,
  is_bulk boolean, contest_id integer, testset_id integer, testset_sha256 text, source text, entry_point text, files jsonb,
  options jsonb
)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  leased judging;
begin
  select * into leased from claim_judging(
    by_judge, lease_ms, waiting_keys, purposes, live_keys, live_priority, bulk_priority, bulk_turn, other_judge_first_ms
  );
  if not found then
    return;
  end if;
  return query
    select leased.solution_id, leased.trial_run_id, leased.import_id, leased.check_id, leased.rejudging_run_id,
      leased.similarity_part_id, leased.fence, leased.attempt, leased.language_key, leased.purpose, leased.only_test,
      leased.priority >= bulk_priority and leased.turn >= bulk_turn,
      work.contest_id, work.testset_id, work.testset_sha256, work.source, work.entry_point, work.files, chosen.options
    from (values (true)) as one
    left join (
      -- Testsets with the same content are interchangeable.
      select solution.contest_id, testset.id as testset_id, testset.sha256 as testset_sha256, solution.source,
        solution.entry_point, solution.files
      from solution
      join testset on testset.problem_id = solution.problem_id and testset.sha256 = leased.testset_sha256
      where solution.id = coalesce(
        leased.solution_id, (select run.solution_id from rejudging_run as run where run.id = leased.rejudging_run_id)
      )
      limit 1
    ) as work on true
    left join compiler_options as chosen on chosen.language_key = leased.language_key;
end
$$;
