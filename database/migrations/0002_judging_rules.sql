-- 0002_judging_rules.sql
-- Problem packages bring more than limits and a checker of one file: interactors, passes, files in place of the
-- standard streams, graders, groups and points. And a verdict shall tell which part of its problem has changed since.

alter table testset
  add column rules jsonb not null default '{}',
  add column tests_sha256 text,
  add column checker_sha256 text,
  add column limits_sha256 text;

-- A checker was one source file and is now a program of any number of them.
update testset
set checker = jsonb_build_object(
  'kind', 'program',
  'protocol', 'testlib',
  'program', jsonb_build_object(
    'language', checker -> 'language',
    'files', jsonb_build_array(
      jsonb_build_object('path', named.path, 'sha256', checker -> 'sourceSha256', 'bytes', blob.size_bytes)
    ),
    'sources', jsonb_build_array(named.path)
  ),
  'flags', '[]'::jsonb
)
from blob, (values
  ('c', 'check.c'), ('cpp17', 'check.cpp'), ('cpp20', 'check.cpp'), ('cpp23', 'check.cpp'), ('python3', 'check.py'),
  ('java', 'Check.java'), ('pascal', 'check.pas'), ('go', 'check.go'), ('rust', 'check.rs'),
  ('javascript', 'check.js'), ('csharp', 'check.cs')
) as named (language, path)
where checker ->> 'kind' = 'program'
  and blob.sha256 = checker ->> 'sourceSha256'
  and named.language = checker ->> 'language';

-- The hashes only have to change when what they stand for does.
update testset set
  checker_sha256 = encode(sha256(convert_to(checker::text, 'UTF8')), 'hex'),
  limits_sha256 = encode(
    sha256(convert_to(concat_ws(' ', time_limit_ms, memory_limit_kb, output_limit_kb), 'UTF8')), 'hex'
  ),
  tests_sha256 = encode(sha256(convert_to(coalesce((
    select string_agg(concat_ws(' ', number, input_sha256, answer_sha256), ',' order by number)
    from test where testset_id = testset.id
  ), ''), 'UTF8')), 'hex');

alter table testset
  alter column rules drop default,
  alter column tests_sha256 set not null,
  alter column checker_sha256 set not null,
  alter column limits_sha256 set not null;

alter table test
  add column points double precision,
  add column group_name text,
  -- Arguments of checker and interactor in place of their own.
  add column flags jsonb;

-- Only of problems that give points.
alter table solution add column score double precision;
