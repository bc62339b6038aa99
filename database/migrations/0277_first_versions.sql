-- 0277_first_versions.sql
-- The problems of the sample contest were made without a version, so that their first change lost what they were. Problems
-- of other systems that have not been read yet stay without one: they have nothing to lose.

with versions as (
  insert into problem_version (
    problem_id, version_number, title, html_statement, text_statement, attachments, samples, testset_id, editorials
  )
  select id, 1, title, html_statement, text_statement, attachments, samples, testset_id, editorials
  from problem
  where not exists (select from problem_version where problem_version.problem_id = problem.id)
    and not exists (select from outside_problem where outside_problem.problem_id = problem.id)
  returning uuid, problem_id
)
insert into problem_version_statement (version_uuid, locale, title, html_statement, attachments, samples)
select uuid, locale, problem_statement.title, problem_statement.html_statement, problem_statement.attachments,
  problem_statement.samples
from versions join problem_statement using (problem_id);
