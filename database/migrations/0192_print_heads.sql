-- 0192_print_heads.sql
-- The head of a printed page names the problem of the solution, so that a sheet on the floor of a hall finds its way back.

alter table print_job add column problem_index text check (char_length(problem_index) between 1 and 3);
