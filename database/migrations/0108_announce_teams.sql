-- 0108_announce_teams.sql
-- Tables of contests keep the names of their people in memory, and a team is shown with its name and organisation. Whatever
-- changes these announces whose they are at commit, so that no writer can forget it.

create function announce_people(ids integer[]) returns void language plpgsql as $$
begin
  -- An announcement holds 8000 bytes.
  perform pg_notify('balloon', json_build_object('type', 'people.changed',
    'payload', json_build_object('ids', json_agg(id)))::text)
  from (select distinct id from unnest(ids) as id where id is not null) as changed
  group by id / 500;
end
$$;

create function announce_teams() returns trigger language plpgsql as $$
begin
  perform announce_people(array(select account_id from changed));
  return null;
end
$$;
create trigger new_teams_announced after insert on team
  referencing new table as changed for each statement execute function announce_teams();
create trigger changed_teams_announced after update on team
  referencing new table as changed for each statement execute function announce_teams();
create trigger removed_teams_announced after delete on team
  referencing old table as changed for each statement execute function announce_teams();

-- A removed organisation is announced by its teams, which lose it.
create function announce_organizations() returns trigger language plpgsql as $$
begin
  perform announce_people(array(
    select account_id from team join changed on changed.id = team.organization_id
  ));
  return null;
end
$$;
create trigger changed_organizations_announced after update on organization
  referencing new table as changed for each statement execute function announce_organizations();
