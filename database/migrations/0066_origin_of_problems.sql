-- 0066_origin_of_problems.sql
-- Where a problem of an outside system comes from leads to its solutions, so participants learn it after the contest.
-- A training may show it from the beginning.
alter table contest add column shows_origin boolean not null default false;
-- Places in the queues of outside servers are counted without a look at the work of our own judges.
create index judging_of_outside on judging (solution_id) where system_type <> 'balloon';
