-- 0161_judged_outputs.sql
-- Supervisors saw what a submission writes by running it once more, which may be something else than what was judged.
-- The beginning of what a judged run wrote on the test that failed it now stays, within bounds that the site sets.

-- What a judging wrote on the first test that failed it: the beginning, in gzip. The oldest go when all together are
-- larger than the site allows (KEPT_OUTPUTS_MB).
create table judgement_output (
  judgement_id bigint primary key references judgement on delete cascade,
  solution_id integer not null references solution on delete cascade,
  test_number integer not null,
  packed bytea not null,
  kept_bytes integer not null,
  -- Size of the whole output.
  output_bytes bigint not null
);
alter table judgement_output alter column packed set storage external;
create index judgement_output_by_test on judgement_output (solution_id, test_number, judgement_id desc);
