-- 0060_failing_problems.sql
-- The list of problems asks which of them disagree with themselves. Reading the newest report of every problem took a
-- quarter of a second at ten thousand problems: the answer is stored when a check ends.

alter table problem add column is_failing boolean not null default false;

update problem set is_failing = true where (
  select report ->> 'outcome' <> 'agrees' or report -> 'findings' @> '[{"level": "error"}]'
  from package_import where package_import.problem_id = problem.id and state = 'done'
  order by finished_at_ms desc nulls last, package_import.id desc limit 1
);

create index problem_failing on problem (id) where is_failing;
