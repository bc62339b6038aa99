-- 0153_similarity_templates.sql
-- What participants were given for a problem of a contest is nobody's own: organisers name it, and it does not count where
-- solutions are compared, however few of them have it.

create table similarity_template (
  contest_id integer not null references contest on delete cascade,
  problem_id integer not null references problem on delete cascade,
  source text not null check (source <> ''),
  primary key (contest_id, problem_id)
);
create index similarity_template_by_problem on similarity_template (problem_id);
