-- 0063_search_problem_titles.sql
-- The search over the admin area runs while a supervisor types. Without these indexes each letter reads the rows of every
-- problem, with their statements. Contests and groups are few and short enough to be read.
do $$
begin
  create extension if not exists pg_trgm;
  create index problem_by_part_of_title on problem using gin (lower(title) gin_trgm_ops);
  create index problem_by_part_of_number on problem using gin (lower(foreign_problem_identifier) gin_trgm_ops);
  create index problem_statement_by_part_of_title on problem_statement using gin (lower(title) gin_trgm_ops);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm is not available: searching problems stays slow';
end
$$;
