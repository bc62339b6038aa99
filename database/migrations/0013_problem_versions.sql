-- 0013_problem_versions.sql
-- A version keeps what judged it and its other languages too. A contest that is pinned to a version shows and judges
-- by exactly that, and a problem that goes back to one gets all of it back.

-- Null: the version came without tests, so those of the problem judge it.
alter table problem_version add column testset_id integer references testset on delete set null;

create table problem_version_statement (
  version_uuid uuid not null references problem_version on delete cascade,
  locale text not null,
  title text not null,
  html_statement text not null default '',
  attachments jsonb not null default '{}',
  samples jsonb,
  primary key (version_uuid, locale)
);

-- An import made its version and its testset in one transaction, so at one instant.
update problem_version set testset_id = (
  select id from testset
  where testset.problem_id = problem_version.problem_id and testset.created_at <= problem_version.created_at
  order by id desc
  limit 1
);

-- Of earlier versions the other languages are lost; the newest has those that the problem has now.
insert into problem_version_statement (version_uuid, locale, title, html_statement, attachments, samples)
select uuid, locale, translated.title, translated.html_statement, translated.attachments, translated.samples
from problem_statement translated
join (
  select distinct on (problem_id) uuid, problem_id from problem_version order by problem_id, version_number desc
) newest using (problem_id);
