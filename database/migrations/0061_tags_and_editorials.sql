-- 0061_tags_and_editorials.sql
-- Problems carry words by which the jury finds them, and a text on how they are solved, which participants read once
-- their contests are over. The text is a part of the version; the words are not.

alter table problem
  add column tags text[] not null default '{}' check (cardinality(tags) <= 20),
  add column editorials jsonb not null default '{}';
alter table problem_version add column editorials jsonb not null default '{}';

create index problem_by_tag on problem using gin (tags);
