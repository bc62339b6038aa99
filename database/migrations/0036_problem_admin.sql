-- 0036_problem_admin.sql
-- Problems are edited in the browser: a version says who saved it, so that of two people who edit the same problem the
-- second one learns of the first. The list of problems counts solutions and contests of each, which read whole tables.

alter table problem_version add column author_id integer references account on delete set null;

create index solution_by_problem on solution (problem_id) where deleted_at_ms is null;
create index contest_problem_by_problem on contest_problem (problem_id);
