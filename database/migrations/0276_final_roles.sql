-- 0276_final_roles.sql
-- Rows of supervisors do not count. Who was given that role after the results of a contest became final lost a place, an award and
-- a certificate in it, and others moved up.

alter table contest
  -- Participants who counted as supervisors when the results were made final; null: they are not. Who joined later counts
  -- by the present role.
  add column final_supervisor_ids integer[];

-- Of results that are final already nobody knows the roles of that time; these are the best guess.
update contest set final_supervisor_ids = array(
  select account_id from contest_participant join account on account.id = account_id
  where contest_id = contest.id and access_mask in (1024, 4096)
  order by account_id
) where finalized_at_ms is not null;
