-- 0048_version_comments.sql
-- Every save of the problem editor makes a version. Its author may say why, so that whoever compares versions or goes
-- back to one need not guess.

alter table problem_version add column comment text not null default '' check (char_length(comment) <= 500);
