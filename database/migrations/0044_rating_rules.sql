-- 0044_rating_rules.sql
-- A group chooses how its ratings are computed: the formula, and whether people who joined a contest and sent nothing
-- are rated. The defaults are what was computed until now.

alter table user_group
  add column rating_formula text not null default 'balloon' check (rating_formula in ('balloon', 'codeforces')),
  add column rates_silent boolean not null default true;
