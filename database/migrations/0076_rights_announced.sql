-- Web processes keep sessions and rights in memory. Whatever changes them, by whatever way, announces whose they are at
-- commit, so that no writer can forget it.
create function announce_rights(ids integer[]) returns void language plpgsql as $$
begin
  -- An announcement holds 8000 bytes.
  perform pg_notify('balloon', json_build_object('type', 'rights.changed',
    'payload', json_build_object('accountIds', json_agg(id)))::text)
  from (select distinct id from unnest(ids) as id where id is not null) as changed
  group by id / 500;
end
$$;

create function announce_changed_accounts() returns trigger language plpgsql as $$
begin
  perform announce_rights(array(
    select after.id from after join before on before.id = after.id
    where (after.username, after.access_mask, after.is_banned, after.deleted_at_ms)
      is distinct from (before.username, before.access_mask, before.is_banned, before.deleted_at_ms)
  ));
  return null;
end
$$;
create trigger rights_of_changed_accounts after update on account
  referencing old table as before new table as after
  for each statement execute function announce_changed_accounts();

-- Presence is written every minute and changes no rights.
create function announce_changed_sessions() returns trigger language plpgsql as $$
begin
  perform announce_rights(array(
    select after.account_id from after join before on before.id = after.id
    where (after.token_hash, after.previous_token_hash, after.previous_valid_until_ms, after.rotated_at_ms)
      is distinct from (before.token_hash, before.previous_token_hash, before.previous_valid_until_ms, before.rotated_at_ms)
      or after.expires_at_ms < before.expires_at_ms
  ));
  return null;
end
$$;
create trigger rights_of_changed_sessions after update on session
  referencing old table as before new table as after
  for each statement execute function announce_changed_sessions();

create function announce_rows() returns trigger language plpgsql as $$
begin
  perform announce_rights(array(select account_id from changed));
  return null;
end
$$;
create trigger rights_of_ended_sessions after delete on session
  referencing old table as changed for each statement execute function announce_rows();
create trigger rights_of_new_members after insert on user_group_member
  referencing new table as changed for each statement execute function announce_rows();
create trigger rights_of_removed_members after delete on user_group_member
  referencing old table as changed for each statement execute function announce_rows();
