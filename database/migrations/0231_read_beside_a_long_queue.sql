-- 0231_read_beside_a_long_queue.sql
-- Lists and events of solutions joined the queue by a plan that a connection keeps. It is made while the queue is short, when
-- reading all of it seems cheapest, and so each of them read thousands of rows while many solutions are judged again.

-- Rows of the queue of these solutions, where they wait for a verdict.
create function waiting_for_verdict(ids integer[]) returns setof judging
language plpgsql stable rows 10
-- The queue is short when a connection makes its plans, and holds thousands in a peak and after a rejudge.
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query select * from judging where judging.solution_id = any(ids) and judging.purpose = 'verdict';
end
$$;
