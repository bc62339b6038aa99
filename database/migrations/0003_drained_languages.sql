-- 0003_drained_languages.sql
-- Judges with different compilers may come to different verdicts on the same source. So a judge whose version of a
-- language is not that of the others is given no work in it, and the site can tell which and why.

alter table judge add column drained jsonb not null default '[]';
