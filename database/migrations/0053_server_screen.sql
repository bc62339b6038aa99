-- 0053_server_screen.sql
-- The server screen shows all web processes and lets an admin drain a judge before its machine is switched off.
alter table judge
  add column paused_at_ms bigint,
  add column version text;

create table web_process (
  id uuid primary key,
  host_name text not null,
  pid integer not null,
  version text not null,
  node_version text not null,
  started_at_ms bigint not null,
  seen_at_ms bigint not null,
  memory_mb integer not null,
  sockets_number integer not null,
  loop_delay_ms integer not null
);
