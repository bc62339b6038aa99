-- 0022_imports_in_the_queue.sql
-- Package imports wait in `judging` under the same leases as solutions and trial runs, so that a lease is taken, kept,
-- returned and ended by one set of statements. Work says itself how many attempts it gets.

alter table judging add column import_id integer unique references package_import on delete cascade;
alter table judging add column progress jsonb;
alter table judging add column max_attempts integer not null default 3;
alter table judging drop constraint judging_purpose_check;
alter table judging add constraint judging_purpose_check check (purpose in ('verdict', 'detail', 'trial', 'import'));
alter table judging drop constraint judging_subject;
alter table judging add constraint judging_subject check (
  num_nonnulls(solution_id, trial_run_id, import_id) = 1
  and (purpose = 'trial') = (trial_run_id is not null)
  and (purpose = 'import') = (import_id is not null)
);

-- An author whose account is gone has no number; 0 is nobody's.
insert into judging (
  import_id, account_id, system_type, language_key, priority, attempt, max_attempts,
  fence, judge_id, leased_until_ms, state, purpose
)
select
  id, coalesce(author_id, 0), 'balloon', 'package', 1, attempt, 2,
  fence, judge_id, leased_until_ms, case state when 'running' then 'testing' else 'queued' end, 'import'
from package_import
where state in ('queued', 'running')
order by id;

alter table package_import drop constraint package_import_state_check;
update package_import set state = 'waiting' where state in ('queued', 'running');
alter table package_import alter column state set default 'waiting';
alter table package_import add constraint package_import_state_check
  check (state in ('waiting', 'done', 'refused', 'failed', 'cancelled'));

drop index package_import_waiting;
alter table package_import
  drop column progress,
  drop column attempt,
  drop column judge_id,
  drop column leased_until_ms;
