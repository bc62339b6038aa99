-- 0068_outside_causes.sql
-- Screens told admins in sentences why a server waits or an account is off. What is to be done depends on the cause: who
-- has paused a server, whether a page of it has changed, and what has disabled an account are stored as such.

alter table outside_server
  add column paused_by_id integer references account on delete set null,
  add column has_drifted boolean not null default false;
create index outside_server_paused_by on outside_server (paused_by_id);

alter table outside_account
  add column disabled_by text check (disabled_by in ('admin', 'signedOut', 'challenge', 'sealed'));
update outside_account set
  disabled_by = case
    when reason is null then 'admin'
    when reason = 'SEALED_WITH_OTHER_KEY' then 'sealed'
    when reason like 'challenge: %' then 'challenge'
    else 'signedOut'
  end,
  reason = case when reason like '%: %' then substr(reason, strpos(reason, ': ') + 2) end
where disabled_at_ms is not null;
alter table outside_account
  add constraint outside_account_disabled check ((disabled_at_ms is null) = (disabled_by is null));
