-- 0057_first_run.sql
-- A new site shows its supervisors the first steps at sign-in until the steps are done. Who does not want to see them
-- says so once, on any device, so the answer belongs to the account.
alter table account add column first_steps_hidden_at_ms bigint;
